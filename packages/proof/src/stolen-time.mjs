// On a virtual machine the host can take the CPU away for a while. A latency measured then is caused by the host.
import { readFileSync } from 'node:fs'

const stealField = 7
/** User, nice, system, idle, iowait, interrupts, soft interrupts, steal; the other fields are included in these. */
const fields = stealField + 1

const jiffies = () => {
  if (process.platform !== 'linux') return
  const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? ''
  return line
    .trim()
    .split(/\s+/)
    .slice(1, 1 + fields)
    .map(Number)
}

/** Measures from now on; the returned function returns the share of CPU time that the host took, 0 if unknown. */
export const watchStolenTime = () => {
  const before = jiffies()
  return () => {
    const now = jiffies()
    if (before === undefined || now === undefined) return 0
    const spent = now.map((value, at) => value - before[at])
    const all = spent.reduce((sum, value) => sum + value, 0)
    return all === 0 ? 0 : spent[stealField] / all
  }
}
