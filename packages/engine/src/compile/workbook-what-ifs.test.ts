import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readWorkbook, UnreadableWorkbook } from '@deal-canvas/workbook-reader'
import { describe, expect, it } from 'vitest'
import { tag } from '../calculate/grid.ts'
import type { Scalar } from '../value/value.ts'
import { type Calculator, type Change, openCalculator } from './calculator.ts'

/** The demo workbooks, and third-party workbooks that are not part of the project. */
const demo = fileURLToPath(new URL('../../../server/demo', import.meta.url))
const shared = process.env['WORKBOOKS'] ?? fileURLToPath(new URL('../../../../../shared/workbooks', import.meta.url))

/** Larger files would exceed the time limit of a test. */
const largest = 250_000
/** A sample of files from each folder, spread evenly. */
const maxFiles = 8

const workbooksIn = (folder: string): string[] => {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.xls[xm]$/.test(file))
    .sort()
    .map((file) => join(folder, file))
    .filter((file) => statSync(file).size <= largest)
  return files.filter((_, n) => n % Math.ceil(files.length / maxFiles) === 0)
}

const open = (file: string): Calculator | undefined => {
  try {
    return openCalculator(readWorkbook(readFileSync(file)))
  } catch (error) {
    if (!(error instanceof UnreadableWorkbook)) throw error
    process.stderr.write(`NOT TESTED, ${relative(shared, file)} cannot be read: ${error.message}\n`)
    return undefined
  }
}

/** All values for a bit-exact comparison; text and errors as they are. */
const stateOf = ({ model: { grid } }: Calculator): string => {
  const textOf = ({ buffer, byteOffset, byteLength }: Float64Array | Uint8Array): string =>
    Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
  const others: [number, Scalar][] = []
  grid.tags.forEach((kind, id) => {
    if (kind === tag.text || kind === tag.error) others.push([id, grid.get(id)])
  })
  return textOf(grid.numbers) + textOf(grid.tags) + JSON.stringify(others)
}

/** Some input cells of one type that formulas read, from all over the workbook. */
const inputsOf = ({ model: { grid, nodeAt }, coneOf }: Calculator, kind: number, count: number): number[] => {
  const typed = Array.from({ length: grid.size }, (_, id) => id).filter(
    (id) => grid.tags[id] === kind && nodeAt(id) === -1,
  )
  const some = typed.filter((_, n) => n % Math.ceil(typed.length / (count * 12)) === 0)
  const used = some.filter((id) => coneOf([id]).length > 0)
  return used.filter((_, n) => n % Math.ceil(used.length / count) === 0)
}

/** The changes to try: single numbers, text instead of a number, other text, an empty cell, and all at once. */
const triesOf = (calculator: Calculator): Change[][] => {
  const { grid } = calculator.model
  const moved = (id: number): Change => ({ id, value: Number(grid.get(id)) * 1.1 + 0.01 })
  const numbers = inputsOf(calculator, tag.number, 3)
  const texts = inputsOf(calculator, tag.text, 2)
  const [first] = numbers
  return [
    ...numbers.map((id) => [moved(id)]),
    ...texts.map((id): Change[] => [{ id, value: 'Other' }]),
    ...(first === undefined ? [] : [[{ id: first, value: 'none' }], [{ id: first, value: null }]]),
    [...numbers.map(moved), ...texts.map((id): Change => ({ id, value: `${grid.get(id)} ` }))],
  ].filter((changes) => changes.length > 0)
}

/** The first change that gives a different result than a full recalculation, or is not fully restored on revert. */
const faultOf = (calculator: Calculator): string | undefined => {
  const { grid } = calculator.model
  const before = stateOf(calculator)
  for (const changes of triesOf(calculator)) {
    const values = changes.map(({ id }): Change => ({ id, value: grid.get(id) }))
    const told = JSON.stringify(changes.map(({ id, value }) => ({ ...grid.placeOf(id), value })))
    calculator.set(changes)
    const after = stateOf(calculator)
    calculator.recalculate()
    if (stateOf(calculator) !== after) return `computing everything differs after ${told}`
    calculator.set(values)
    if (stateOf(calculator) !== before) return `a trace is left of ${told}`
  }
  return undefined
}

describe.each([
  ['the demo', demo],
  ['models of other people', join(shared, 'models')],
  ['models of a development set', join(shared, 'devset')],
  ['workbooks that test functions', join(shared, 'ironcalc')],
  ['workbooks that test readers', join(shared, 'poi')],
])('what-ifs on %s', (_, folder) => {
  const rule = 'give what computing everything gives, bit for bit, and leave no trace when they are taken back'
  const files = workbooksIn(folder)
  if (files.length === 0) {
    it.skip(`${rule}: NOT TESTED, there are no workbooks in ${folder}`)
    return
  }
  it(rule, { timeout: 60_000 }, () => {
    const faults = files.flatMap((file) => {
      const calculator = open(file)
      const fault = calculator && faultOf(calculator)
      return fault === undefined ? [] : [`${relative(folder, file)}: ${fault}`]
    })
    expect(faults).toEqual([])
  })
})
