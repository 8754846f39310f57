// On a virtual machine the host may take the processor away for a while. A latency measured then is the host's.
import { readFileSync } from 'node:fs'

const stealField = 7
/** User, nice, system, idle, waiting, interrupts, soft interrupts, stolen; the rest is in these already. */
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

/** From now on: call what it answers for the share of processor time that the host took; 0 where nobody says. */
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
