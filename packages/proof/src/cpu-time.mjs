// Processor time, which other programs on the machine disturb far less than they disturb the clock on the wall.
import { readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Milliseconds that a process has computed so far; none where it has ended, NaN where this system does not say. */
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

/** What processes compute from now on: call it, do the work, and call what it answered with those that live then. */
export const watchCpu = (pids) => {
  const before = new Map(pids.map((pid) => [pid, cpuMsOf(pid) ?? 0]))
  return (now = pids) => now.reduce((sum, pid) => sum + Math.max(0, (cpuMsOf(pid) ?? 0) - (before.get(pid) ?? 0)), 0)
}
