/** Periodic work that keeps tables small, run by every node. Each step is bounded and safe to repeat. */
export const createMaintenance = ({
  tasks,
  everyMs,
  onError,
}: {
  tasks: Record<string, () => Promise<unknown>>
  everyMs: number
  onError: (error: unknown) => void
}) => {
  let running = Promise.resolve()
  const round = async (): Promise<void> => {
    for (const task of Object.values(tasks)) await task().catch(onError)
  }
  const timer = setInterval(() => {
    running = running.then(round).catch(onError)
  }, everyMs)
  timer.unref()
  return {
    close: async (): Promise<void> => {
      clearInterval(timer)
      await running
    },
  }
}
