// CPU time, which other programs on the machine disturb far less than wall-clock time.
import { readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** CPU milliseconds of a process so far; undefined if it has ended, NaN if this system does not report it. */
const cpuMsOf = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error
    return process.platform === 'linux' ? undefined : Number.NaN
  }
}

/**
 * Measures CPU time from now on: call it, do the work, then call the returned function with the processes alive then.
 */
export const watchCpu = (pids) => {
  const before = new Map(pids.map((pid) => [pid, cpuMsOf(pid) ?? 0]))
  return (now = pids) => now.reduce((sum, pid) => sum + Math.max(0, (cpuMsOf(pid) ?? 0) - (before.get(pid) ?? 0)), 0)
}
