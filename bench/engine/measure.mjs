// Shared by the engine benches: facts about the machine, rates by wall clock and by CPU time, tables.
import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { basename } from 'node:path'
import { quantile } from '@deal-canvas/proof/server'

/** Prints the machine and its load, without which the numbers mean little. */
export const printFacts = () => {
  const [, script, ...args] = process.argv
  console.log(`$ node bench/engine/${basename(script)} ${args.join(' ')}`.trim())
  console.log(
    `Node ${process.versions.node}, ${platform()} ${release()}, ${availableParallelism()} x ${cpus()[0]?.model.trim() ?? 'CPU'}, ` +
      `${Math.round(totalmem() / 2 ** 30)} GiB; load average ${loadAverage()}\n`,
  )
}

export const loadAverage = () => loadavg()[0].toFixed(2)

export const median = (values) => quantile(values, 0.5)

export const show = (number, digits = 0) =>
  number.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** Formats a number with about three significant digits. */
export const brief = (number) => show(number, number < 10 ? 2 : number < 100 ? 1 : 0)

export const printTable = (heads, rows) => {
  console.log([heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n'))
  console.log()
}

/** Milliseconds of work by wall clock and by CPU time, which other programs affect far less. */
export const timed = (work) => {
  const [begun, before] = [performance.now(), process.cpuUsage()]
  const result = work()
  const { user, system } = process.cpuUsage(before)
  return { result, ms: performance.now() - begun, cpuMs: (user + system) / 1000 }
}

/** Repetitions per second, by wall clock and by CPU time; `once` receives the number of previous calls. */
export const rateOf = (once, seconds) => {
  let count = 0
  const { ms, cpuMs } = timed(() => {
    const end = performance.now() + seconds * 1000
    do once(count++)
    while (performance.now() < end)
  })
  return { perSecond: (count * 1000) / ms, perCpuSecond: (count * 1000) / cpuMs }
}

/** Whether a target is reached by wall clock and, if the result differs, by CPU time. */
export const verdict = (byClock, byCpu) => {
  const word = (reached) => (reached ? 'reached' : '**missed**')
  return byClock === byCpu ? word(byClock) : `${word(byClock)} (by CPU ${word(byCpu)})`
}
