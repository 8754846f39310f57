import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { openCalculator } from './compile/calculator.ts'
import { readWorkbook } from './read/read-workbook.ts'

/** Workbooks of other people, with what their spreadsheet programs computed; they are not part of the project. */
const folder = process.env['WORKBOOKS'] ?? fileURLToPath(new URL('../../../../shared/workbooks', import.meta.url))
const filesIn = (name: string): string[] => {
  const path = join(folder, name)
  return existsSync(path) ? readdirSync(path).map((file) => join(path, file)) : []
}

/** Agreement is a number that only goes up. */
const atLeast = { models: 99.9, ironcalc: 99.4, poi: 99.8 }

describe.each(Object.entries(atLeast))('recalculating the workbooks in %s', (name, percent) => {
  const files = filesIn(name)
  const rule = `gives what their authors’ programs computed, in ${percent} % of the cells`
  if (files.length === 0) {
    it.skip(`${rule}: NOT TESTED, no workbooks in ${join('shared', 'workbooks', name)}`)
    return
  }
  it(rule, { timeout: 120_000 }, () => {
    let [formulas, agreeing] = [0, 0]
    for (const file of files) {
      const { check } = openCalculator(readWorkbook(readFileSync(file)))
      formulas += check.formulas
      agreeing += check.agreeing
    }
    expect((agreeing / formulas) * 100).toBeGreaterThanOrEqual(percent)
  })
})
