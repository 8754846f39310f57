/** How many times its deadline a task can take on a machine that has no CPU time for it. */
const maxStretch = 4

/** Wall-clock milliseconds, and CPU milliseconds used by this process. */
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
 * Ends a task once both the wall-clock time and the CPU time of this process exceed the deadline, and after four times
 * the deadline in any case. Otherwise a busy machine would end tasks that have hardly run, and report a small file as
 * one that takes too long to read.
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
