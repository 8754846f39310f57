import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { tag } from '../calculate/grid.ts'
import { readWorkbook } from '../read/read-workbook.ts'
import { type Calculator, openCalculator } from './calculator.ts'

/** Workbooks of other people; they are not part of the project. */
const shared = process.env['WORKBOOKS'] ?? fileURLToPath(new URL('../../../../../shared/workbooks', import.meta.url))
const folder = join(shared, 'models')
const files = existsSync(folder) ? readdirSync(folder).map((file) => join(folder, file)) : []

const stateOf = ({ model: { grid } }: Calculator): string =>
  JSON.stringify(Array.from({ length: grid.size }, (_, id) => grid.get(id)))

/** Some numbers that were typed in and that formulas look at, from all over the workbook. */
const inputsOf = ({ model: { grid, nodeAt }, coneOf }: Calculator, count: number): number[] => {
  const typed = Array.from({ length: grid.size }, (_, id) => id).filter(
    (id) => grid.tags[id] === tag.number && nodeAt(id) === -1 && id % 7 === 0,
  )
  return typed.filter((id) => coneOf([id]).length > 0).filter((_, n, all) => n % Math.ceil(all.length / count) === 0)
}

describe('what-ifs on the workbooks of other people', () => {
  const rule = 'give what computing everything gives, and leave no trace when they are taken back'
  if (files.length === 0) {
    it.skip(`${rule}: NOT TESTED, there are no workbooks`)
    return
  }
  it(rule, { timeout: 60_000 }, () => {
    for (const file of files) {
      const calculator = openCalculator(readWorkbook(readFileSync(file)))
      const before = stateOf(calculator)
      for (const id of inputsOf(calculator, 3)) {
        const value = calculator.model.grid.get(id)
        for (const other of [Number(value) * 1.1 + 0.01, 'none']) {
          calculator.set([{ id, value: other }])
          const after = stateOf(calculator)
          calculator.recalculate()
          expect(stateOf(calculator) === after, file).toBe(true)
        }
        calculator.set([{ id, value }])
        expect(stateOf(calculator) === before, file).toBe(true)
      }
    }
  })
})
