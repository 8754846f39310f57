import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readWorkbook } from '@deal-canvas/workbook-reader'
import { describe, expect, it } from 'vitest'
import { openCalculator } from '../compile/calculator.ts'
import { mapMetrics } from '../metrics/map-metrics.ts'
import { createRipple } from './ripple.ts'

/** Third-party workbooks; they are not part of the project. */
const folder = process.env['WORKBOOKS'] ?? fileURLToPath(new URL('../../../../../shared/workbooks', import.meta.url))
const valuation = join(folder, 'models', '3_Statement_DCF_Model_(TCS)_by_Rachit_Sinha.xlsx')
const plan = join(folder, 'models', 'SaaS_Financial_Model_Rajdeep.xlsx')

const open = (path: string) => {
  const calculator = openCalculator(readWorkbook(readFileSync(path)))
  return { calculator, ripple: createRipple(calculator, mapMetrics(calculator.model.workbook, calculator.model)) }
}

const when = (path: string, rule: string, test: () => void): void => {
  if (existsSync(path)) it(rule, { timeout: 60_000 }, test)
  else it.skip(`${rule}: NOT TESTED, no such workbook in ${join('shared', 'workbooks', 'models')}`)
}

describe('what-if through a third-party workbook', () => {
  when(valuation, 'gives what was computed from the same inputs by hand', () => {
    const { ripple } = open(valuation)
    const { impacts } = ripple([{ metricKey: 'tax_rate_pct', value: 30 }])
    const value = impacts.find(({ metricKey }) => metricKey === 'enterprise_value')
    // The five cash flows and the terminal value, discounted again in another program: the tax of the first year is
    // higher, the after-tax cost of debt lower.
    expect(value).toMatchObject({ before: 7_824_697_847_050, after: 7_800_295_231_291.97, method: 'workbook' })
    expect(value?.path).toEqual([
      'Cash Tax Rate',
      'Post-Tax Cost of Debt',
      'WACC',
      'Terminal Value',
      'PV of Terminal Value',
      'Enterprise Value at Entry',
    ])
  })

  when(valuation, 'gives what the whole workbook gives with the input typed in', () => {
    const { ripple } = open(valuation)
    const { impacts } = ripple([{ metricKey: 'revenue_growth_pct', value: 12.5 }])
    const workbook = readWorkbook(readFileSync(valuation))
    const typed = {
      ...workbook,
      sheets: workbook.sheets.map((sheet) => ({
        ...sheet,
        cells: sheet.cells.map((cell) => {
          if (cell.formula !== undefined) return { ...cell, value: null }
          const isInput = sheet.name === 'Assumptions' && cell.row === 5 && cell.column === 2
          return isInput ? { ...cell, value: 0.125 } : cell
        }),
      })),
    }
    const { grid } = openCalculator(typed).model
    const at = (name: string, row: number, column: number) =>
      grid.get(
        grid.idOf(
          typed.sheets.findIndex((sheet) => sheet.name === name),
          row,
          column,
        ),
      )
    const value = impacts.find(({ metricKey }) => metricKey === 'enterprise_value')
    expect(value?.after).toBe(Number((Number(at('DCF Valuation', 25, 3)) * 1e7).toPrecision(15)))
    expect(value?.after).not.toBe(value?.before)
  })

  when(plan, 'overrides the choice of a scenario', () => {
    const { ripple, calculator } = open(plan)
    const numbers = calculator.model.grid.numbers.slice()
    const { impacts, warnings } = ripple([{ metricKey: 'tax_rate_pct', value: 25 }])
    const cash = impacts.find(({ metricKey }) => metricKey === 'cash_balance')
    // 374,103 of pre-tax profit in the year, taxed at 25 % instead of 19 %.
    expect(cash).toMatchObject({ before: 382_623.540470635, depth: 7 })
    expect(cash?.delta).toBeCloseTo(-374_103.1363835 * 0.06, 6)
    expect(warnings.map(({ code }) => code)).toContain('overrides_formula')
    expect(calculator.model.grid.numbers).toEqual(numbers)
  })
})
