// Measures a simulation of ten thousand trials of a property model, for an input with few dependents and one with
// nearly all, in one thread and in two: from the request to the summary of twenty outputs. The threads are warm, as in
// the service.
//
//   node bench/engine/simulation.mjs [--formulas 19644] [--samples 10000] [--rounds 5] [--threads 1,2] [--years sum]
//
// "Every sample" computes the model for each trial; "few points" is what the service does with one uncertain input: it
// computes some hundred and interpolates the others. The bench fails if results depend on which thread computed them.
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { divideRuns, simulateWith } from '@deal-canvas/engine'
import { propertyModel } from '@deal-canvas/proof/property-model/model'
import { inputs } from '@deal-canvas/proof/property-model/model-inputs'
import { workbookFile } from '@deal-canvas/proof/property-model/workbook-file'
import { loadAverage, median, printFacts, printTable, show, verdict } from './measure.mjs'
import { openOurs } from './ours.mjs'

const { values } = parseArgs({
  options: {
    formulas: { type: 'string', default: '19644' },
    samples: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    years: { type: 'string', default: 'sumif' },
    threads: { type: 'string', default: '1,2' },
  },
})
const [formulas, samples, rounds] = [values.formulas, values.samples, values.rounds].map(Number)
const counts = values.threads.split(',').map(Number)
/** Milliseconds with two threads. */
const targets = {
  exit_cap_rate: { everySample: 200, fewPoints: 200 },
  rent_growth: { everySample: 1000, fewPoints: 150 },
}
const isTarget = samples === 10_000 && formulas === 19_644

const startThread = async (workerData) => {
  const worker = new Worker(new URL('./simulation-worker.mjs', import.meta.url), { workerData })
  await once(worker, 'message')
  return {
    run: async (part) => {
      worker.postMessage(part)
      const [share] = await once(worker, 'message')
      return share
    },
    stop: () => worker.terminate(),
  }
}

const requestFor = ({ idOf, outputIds }, name, input, fewPoints) => ({
  inputs: [
    {
      key: name,
      cells: [idOf(input)],
      base: input.value,
      value: input.value,
      distribution: { kind: 'uniform', low: input.low, high: input.high },
    },
  ],
  outputs: outputIds.map((cell, n) => ({ key: `output_${n}`, cell })),
  samples,
  seed: 1,
  computed: fewPoints ? 'few' : 'all',
})

/** Recomputes some of the runs in a model of this thread and compares the results. */
const verify = (ours, input, { work, shares }) => {
  let checked = 0
  const computed = shares.reduce((sum, { from, to }) => sum + to - from, 0)
  for (const { from, to, outputs } of shares)
    for (let run = from; run < to; run += Math.ceil(computed / 50)) {
      ours.set(input, work.inputs[0].values[run])
      ours.read().forEach((value, at) => {
        if (!Object.is(value, outputs[at][run - from]))
          throw new Error(`Run ${run}, output ${at}: ${outputs[at][run - from]} instead of ${value}`)
      })
      checked += 1
    }
  if (checked < 20) throw new Error(`Only ${checked} runs could be compared`)
  ours.set(input, input.value)
}

const measure = async (threads, request) => {
  let [running, last] = [0, undefined]
  const run = async (work, runs) => {
    const begun = performance.now()
    const shares = await Promise.all(
      divideRuns(runs, threads.length).map(({ from, to }, n) => threads[n].run({ work, from, to })),
    )
    running += performance.now() - begun
    last = { work, shares }
    return shares
  }
  const [begun, before] = [performance.now(), process.cpuUsage()]
  const result = await simulateWith(request, run)
  const ms = performance.now() - begun
  const { user, system } = process.cpuUsage(before)
  return { result, last, taken: { ms, running, cpuMs: (user + system) / 1000 } }
}

const model = propertyModel(formulas, { years: values.years })
const bytes = workbookFile(model)
printFacts()
console.log(`${show(model.formulas)} formulas, ${show(samples)} samples, ${model.outputs.length} outputs\n`)
const ours = openOurs(model, bytes)
const threads = await Promise.all(Array.from({ length: Math.max(...counts) }, () => startThread({ model, bytes })))

const rowsOf = async (name, input, fewPoints) => {
  const cone = ours.set(input, input.value)
  const request = requestFor(ours, name, input, fewPoints)
  const first = await measure(threads, request)
  verify(ours, input, first.last)
  const expected = JSON.stringify(first.result)
  const measured = new Map(counts.map((count) => [count, []]))
  for (let round = 0; round < rounds; round++)
    for (const count of counts) {
      const { result, taken } = await measure(threads.slice(0, count), request)
      if (JSON.stringify(result) !== expected) throw new Error(`${count} threads come to other results`)
      measured.get(count).push(taken)
    }
  return [...measured].map(([count, all]) => {
    const [ms, running, cpuMs] = ['ms', 'running', 'cpuMs'].map((field) => median(all.map((run) => run[field])))
    const target = count === 2 && isTarget ? targets[name][fewPoints ? 'fewPoints' : 'everySample'] : undefined
    return [
      `${name} (${show(cone)})`,
      fewPoints ? 'few points' : 'every sample',
      show(first.result.modelRuns),
      count,
      all.map((run) => show(run.ms)).join(', '),
      show(ms),
      show(running),
      show((samples * 1000) / ms),
      show(cpuMs),
      target === undefined ? '' : `≤ ${show(target)} ms, ${verdict(ms <= target, cpuMs / count <= target)}`,
    ]
  })
}

const rows = []
for (const [name, input] of Object.entries(inputs))
  for (const fewPoints of [false, true]) rows.push(...(await rowsOf(name, input, fewPoints)))
printTable(
  [
    'input (cone)',
    'computed',
    'runs',
    'threads',
    'ms, each round',
    'median',
    'of it runs',
    'samples/s',
    'CPU ms',
    'target',
  ],
  rows,
)
console.log(`Load average ${loadAverage()}`)
for (const { stop } of threads) await stop()
