/** How much longer than its deadline a task may take on a machine that has no processor time for it. */
const maxStretch = 4

/**
 * Ends a task after so much time, counted by the clock and by the processor time of this process, whichever comes later.
 * A busy machine would otherwise end tasks that have hardly run, and call a small file one that takes too long to read.
 */
export const startDeadline = (ms: number, onEnd: () => void): { clear(): void } => {
  const startedAt = performance.now()
  const used = process.cpuUsage()
  let timer: NodeJS.Timeout
  const wait = (forMs: number): void => {
    timer = setTimeout(check, forMs)
  }
  const check = (): void => {
    const { user, system } = process.cpuUsage(used)
    const left = ms - (user + system) / 1_000
    const untilLast = maxStretch * ms - (performance.now() - startedAt)
    if (left <= 0 || untilLast <= 0) onEnd()
    else wait(Math.max(1, Math.min(left, untilLast)))
  }
  wait(ms)
  return { clear: () => clearTimeout(timer) }
}
