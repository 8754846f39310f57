// Measures the cost of opening a model as it grows: reading the file, parsing, ordering, compiling, checking, then
// metrics and integrity; what-ifs per second; and the memory of the open model. Each size runs in its own process.
//
//   node bench/engine/growth.mjs [--sizes 2000,5000,10000,20000,50000,100000] [--functions]
//
// "First" is the first model of a fresh process, whose code V8 still has to compile; "warm" is the median of three more
// in the same process. With --functions it also lists the functions that used the most CPU time.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { propertyModel } from '@deal-canvas/proof/property-model/model'
import { workbookFile } from '@deal-canvas/proof/property-model/workbook-file'
import { brief, loadAverage, printFacts, printTable, show, verdict } from './measure.mjs'
import { printFunctions } from './profile.mjs'

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '2000,5000,10000,20000,50000,100000' },
    functions: { type: 'boolean', default: false },
  },
})
const sizes = values.sizes.split(',').map(Number)
/** Milliseconds until the model is open, and megabytes that it occupies. */
const targets = { 20000: { ms: 1500 }, 100000: { ms: 6000, mb: 150 } }

const child = fileURLToPath(new URL('./growth-open.mjs', import.meta.url))
const run = (...args) =>
  JSON.parse(execFileSync(process.execPath, ['--expose-gc', child, ...args], { encoding: 'utf8', maxBuffer: 2 ** 26 }))

/** Excludes the later steps: metrics and integrity. */
const untilOpen = ({ read, open }) => read + open

const measureAll = (folder) =>
  sizes.map((size) => {
    const file = join(folder, `${size}.xlsx`)
    const bytes = workbookFile(propertyModel(size))
    writeFileSync(file, bytes)
    const load = loadAverage()
    return {
      size,
      load,
      mb: bytes.length / 1e6,
      ...run(file, String(size)),
      profile: run(file, String(size), '--profile'),
    }
  })

const printOpening = (all) => {
  const steps = ['read', 'parse', 'graph', 'check', 'compile', 'metrics', 'integrity', 'garbage', 'other']
  console.log('Milliseconds until the model is open (read, parse, graph, check, compile), and after that\n')
  printTable(
    [
      'formulas',
      'templates',
      'file MB',
      'first',
      'CPU',
      'warm',
      'CPU',
      'metrics, warm',
      'integrity, warm',
      'load',
      'target',
    ],
    all.map(({ size, formulas, templates, mb, cold, warm, load }) => {
      const { ms: maxMs } = targets[size] ?? {}
      const ms = untilOpen(cold.ms)
      return [
        show(formulas),
        templates,
        brief(mb),
        show(ms),
        show(untilOpen(cold.cpuMs)),
        show(untilOpen(warm.ms)),
        show(untilOpen(warm.cpuMs)),
        show(warm.ms.metrics),
        show(warm.ms.integrity),
        load,
        maxMs === undefined ? '' : `≤ ${show(maxMs)} ms, ${verdict(ms <= maxMs, untilOpen(cold.cpuMs) <= maxMs)}`,
      ]
    }),
  )
  console.log('Of a first opening, in another process, by whose code the processor ran, CPU ms\n')
  printTable(
    ['formulas', ...steps],
    all.map(({ formulas, profile }) => [show(formulas), ...steps.map((step) => show(profile.steps[step] ?? 0))]),
  )
}

const printUse = (all) => {
  printTable(
    [
      'formulas',
      'small cone',
      'what-ifs/s of CPU',
      'large cone',
      'what-ifs/s of CPU',
      'model keeps, MB',
      'process (rss), MB',
      'target',
    ],
    all.map(({ size, formulas, cones, rates, memory }) => {
      const { mb: maxMb } = targets[size] ?? {}
      const reached = memory.more <= maxMb
      return [
        show(formulas),
        ...cones.flatMap((cone, n) => [show(cone), brief(rates[n])]),
        show(memory.more),
        show(memory.rss),
        maxMb === undefined ? '' : `≤ ${maxMb} MB, ${verdict(reached, reached)}`,
      ]
    }),
  )
}

const printGrowth = (all) => {
  const per = (field) => all.map((run) => (untilOpen(run.warm[field]) * 1000) / run.formulas)
  const [wall, cpu] = [per('ms'), per('cpuMs')]
  const grown = (list, n) => (n === 0 ? '' : `${(list[n] / list[n - 1]).toFixed(2)} x`)
  console.log("For each formula, warm; a ratio above 1 is growth faster than the model's\n")
  printTable(
    ['formulas', 'µs/formula', 'to the size before', 'CPU µs/formula', 'to the size before', 'bytes/formula'],
    all.map(({ formulas, memory }, n) => [
      show(formulas),
      brief(wall[n]),
      grown(wall, n),
      brief(cpu[n]),
      grown(cpu, n),
      show((memory.more * 1e6) / formulas),
    ]),
  )
}

printFacts()
const folder = mkdtempSync(join(tmpdir(), 'deal-canvas-growth-'))
try {
  const all = measureAll(folder)
  printOpening(all)
  printUse(all)
  printGrowth(all)
  if (values.functions) for (const { formulas, profile } of all) printFunctions(`${show(formulas)} formulas`, profile)
  console.log(`Load average ${loadAverage()}`)
} finally {
  rmSync(folder, { recursive: true })
}
