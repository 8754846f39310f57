import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readWorkbook } from '@deal-canvas/workbook-reader'
import { describe, expect, it } from 'vitest'
import { openCalculator } from './compile/calculator.ts'

/** Third-party workbooks with the values their spreadsheet programs computed; they are not part of the project. */
const folder = process.env['WORKBOOKS'] ?? fileURLToPath(new URL('../../../../shared/workbooks', import.meta.url))
const filesIn = (name: string): string[] => {
  const path = join(folder, name)
  return existsSync(path) ? readdirSync(path).map((file) => join(path, file)) : []
}

/** Minimum agreement in percent. These thresholds are only ever raised. */
const atLeast = { models: 99.9, ironcalc: 99.4, poi: 99.8 }

describe.each(Object.entries(atLeast))('recalculation of the workbooks in %s', (name, percent) => {
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
