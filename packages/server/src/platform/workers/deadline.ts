/** How much longer than its deadline a task may take on a machine that has no processor time for it. */
const maxStretch = 4

/** Milliseconds by the clock, and those that this process has computed. */
interface Meters {
  clockMs(): number
  processorMs(): number
}

const ownMeters: Meters = {
  clockMs: () => performance.now(),
  processorMs: () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  },
}

/**
 * Ends a task after so much time, counted by the clock and by the processor time of this process, whichever comes later,
 * but after four times as long in any case. A busy machine would otherwise end tasks that have hardly run, and report a
 * small file as one that takes too long to read.
 */
export const startDeadline = (
  ms: number,
  onEnd: () => void,
  { clockMs, processorMs }: Meters = ownMeters,
): { clear(): void } => {
  const startedAt = clockMs()
  const computedBefore = processorMs()
  let timer: NodeJS.Timeout
  const wait = (forMs: number): void => {
    timer = setTimeout(check, forMs)
  }
  const check = (): void => {
    const leftToCompute = ms - (processorMs() - computedBefore)
    const leftByClock = maxStretch * ms - (clockMs() - startedAt)
    if (leftToCompute <= 0 || leftByClock <= 0) onEnd()
    else wait(Math.max(1, Math.min(leftToCompute, leftByClock)))
  }
  wait(ms)
  return { clear: () => clearTimeout(timer) }
}
