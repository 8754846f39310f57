import { Worker } from 'node:worker_threads'
import type { Workbook } from '@deal-canvas/workbook-reader'
import { describe, expect, it } from 'vitest'
import { openCalculator } from '../compile/calculator.ts'
import { propertyModel } from '../testing/property-model.ts'
import type { Work } from './plan.ts'
import type { SimulationRequest } from './request.ts'
import { divideRuns, type Runs, type Share } from './run.ts'
import { simulate, simulateWith } from './simulate.ts'

// Worker threads cannot load TypeScript, so they run the built engine.
const engine = new URL('../../dist/index.js', import.meta.url).href
const thread = `
  const { parentPort, workerData } = require('node:worker_threads')
  import(workerData.engine).then(({ openCalculator, runShare, buffersOf }) => {
    const calculator = openCalculator(workerData.workbook)
    parentPort.on('message', ({ work, from, to }) => {
      const share = runShare(calculator, work, from, to)
      parentPort.postMessage(share, buffersOf(share))
    })
  })`

const createThreads = (workbook: Workbook, count: number) => {
  const workers = Array.from(
    { length: count },
    // Drops the test runner's export condition, which would resolve our packages to their TypeScript sources.
    () => new Worker(thread, { eval: true, workerData: { engine, workbook }, execArgv: [] }),
  )
  const ask = (worker: Worker, message: unknown): Promise<Share> =>
    new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.postMessage(message)
    })
  return {
    run: (work: Work, runs: Runs): Promise<Share[]> =>
      Promise.all(
        divideRuns(runs, count).map(({ from, to }, n) => {
          const worker = workers[n]
          if (worker === undefined) throw new Error('There are as many workers as shares')
          return ask(worker, { work, from, to })
        }),
      ),
    close: () => Promise.all(workers.map((worker) => worker.terminate())),
  }
}

describe('simulation in worker threads', () => {
  it('gives bit-identical results with one, four and no worker threads', async () => {
    const { workbook, inputCell, outputs } = propertyModel({ months: 12, types: 2, expenses: 2 })
    const calculator = openCalculator(workbook)
    const { grid } = calculator.model
    const cellOf = (name: 'rent_growth' | 'exit_cap_rate'): number => {
      const { row, column } = inputCell(name)
      return grid.idOf(0, row, column)
    }
    const rent = { key: 'rent', cells: [cellOf('rent_growth')], scale: 100, base: 3, value: 3.5 }
    const rate = { key: 'rate', cells: [cellOf('exit_cap_rate')], scale: 100, base: 5.5, value: 5.5 }
    const several: SimulationRequest = {
      inputs: [rent, { ...rate, distribution: { kind: 'lognormal', spread: 0.3 } }],
      correlations: [{ one: 'rent', other: 'rate', correlation: 0.5 }],
      outputs: outputs.map(({ row, column }, n) => ({
        key: `output_${n}`,
        cell: grid.idOf(2, row, column),
        better: 'higher',
      })),
      series: [
        { key: 'income', points: [1, 6, 12].map((month) => ({ label: `${month}`, cell: grid.idOf(1, 6, month) })) },
      ],
      samples: 1_000,
      seed: 20_261_115,
    }
    const one = createThreads(workbook, 1)
    const four = createThreads(workbook, 4)
    try {
      for (const request of [several, { ...several, inputs: [rent], correlations: [], samples: 5_000 }]) {
        const alone = JSON.stringify(simulate(calculator, request))
        expect(JSON.stringify(await simulateWith(request, one.run))).toBe(alone)
        expect(JSON.stringify(await simulateWith(request, four.run))).toBe(alone)
      }
    } finally {
      await Promise.all([one.close(), four.close()])
    }
  })
})
