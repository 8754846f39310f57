// Computes a table of 21 by 21 values of two inputs on a property model: our engine, which computes several cells side
// by side, and HyperFormula, which sets both inputs for each cell. Fails unless both give the same results.
//
//   node bench/engine/two-way-table.mjs [--formulas 19644] [--size 21] [--rounds 5]
//
// HyperFormula is licensed under the GPL: it is used here only for comparison and is not part of the service.
import { parseArgs } from 'node:util'
import { runShare } from '@deal-canvas/engine'
import { propertyModel } from '@deal-canvas/proof/property-model/model'
import { inputs } from '@deal-canvas/proof/property-model/model-inputs'
import { workbookFile } from '@deal-canvas/proof/property-model/workbook-file'
import { brief, median, printFacts, printTable, timed } from './measure.mjs'
import { openOurs } from './ours.mjs'
import { openHyperFormula } from './peers.mjs'

const { values } = parseArgs({
  options: {
    formulas: { type: 'string', default: '19644' },
    size: { type: 'string', default: '21' },
    rounds: { type: 'string', default: '5' },
  },
})
const [formulas, size, rounds] = [values.formulas, values.size, values.rounds].map(Number)
/** The maximum relative difference between the engines. */
const closeness = 1e-9
printFacts()

const model = propertyModel(formulas)
const { exit_cap_rate: rows, rent_growth: columns } = inputs
const at = (from, step) => Array.from({ length: size }, (_, n) => from + n * step)
const [down, across] = [at(0.04, 0.001), at(0.01, 0.001)]
const ours = openOurs(model, workbookFile(model))
const peer = openHyperFormula(model)

const ourTable = () => {
  const runs = size * size
  const { outputs } = runShare(
    ours.calculator,
    {
      inputs: [
        { cells: [ours.idOf(rows)], values: Float64Array.from({ length: runs }, (_, n) => down[Math.floor(n / size)]) },
        { cells: [ours.idOf(columns)], values: Float64Array.from({ length: runs }, (_, n) => across[n % size]) },
      ],
      outputs: [ours.outputIds[0]],
      series: [],
      points: 0,
      barsFrom: runs,
      runs,
    },
    0,
    runs,
  )
  return [...outputs[0]]
}
const peerTable = () =>
  down.flatMap((row) => {
    peer.set(rows, row)
    return across.map((column) => {
      peer.set(columns, column)
      return peer.read()[0]
    })
  })

const found = ourTable()
const { result: expected, ms: peerMs } = timed(peerTable)
const apart = Math.max(...found.map((value, n) => Math.abs(value - expected[n]) / Math.max(1, Math.abs(expected[n]))))
if (!(apart <= closeness)) throw new Error(`The tables differ by ${apart}`)
const times = Array.from({ length: rounds }, () => timed(ourTable).ms)
printTable(
  ['table', 'ours', 'HyperFormula', 'times as fast'],
  [[`${size} x ${size}`, `${brief(median(times))} ms`, `${brief(peerMs)} ms`, brief(peerMs / median(times))]],
)
