import { type MetricCell, type MetricMap, mapMetrics, openCalculator, readWorkbook } from '@deal-canvas/engine'
import { describe, expect, it } from 'vitest'
import { companySheets, type TestSheets, workbookOf } from '../../testing/workbooks.ts'
import { chooseCells } from './chosen-cells.ts'
import type { ChosenCell } from './model-state.ts'

const sheets: TestSheets = {
  ...companySheets(),
  Cases: [
    ['$ in millions', 'Low', 'Base', 'High'],
    ['Equity check', 30, 40, 45],
  ],
  Memo: [['Enterprise Value', 91_000]],
}
const calculator = openCalculator(readWorkbook(workbookOf(sheets)))
const { workbook } = calculator.model
const found = mapMetrics(workbook, calculator.model)

const cellAt = (sheet: string, cell: string, given: Partial<MetricCell>): MetricCell => ({
  sheet,
  cell,
  row: Number(cell.slice(1)) - 1,
  column: cell.charCodeAt(0) - 65,
  rawLabel: '',
  rawValue: 0,
  value: 0,
  scale: 1,
  period: null,
  confidence: 0.3,
  ...given,
})
const baseCase = cellAt('Cases', 'C2', { rawLabel: 'Equity check', value: 40_000_000, scale: 1e6 })
const highCase = cellAt('Cases', 'D2', { rawLabel: 'Equity check', value: 45_000_000, scale: 1e6 })
const period = { label: '2025', rule: 'closing' } as const
const dealValue = cellAt('Deal', 'B1', { value: 90_000_000, scale: 1_000, confidence: 0.9 })
const memoValue = cellAt('Memo', 'B1', { value: 91_000_000, scale: 1_000, confidence: 0.05 })
const olderValue = cellAt('Deal', 'B3', { value: 90_500_000, scale: 1_000, confidence: 0.02 })

const read: Pick<MetricMap, 'matches' | 'unsure'> = {
  matches: [
    ...found.matches.filter(({ metricKey }) => metricKey === 'revenue'),
    {
      metricKey: 'enterprise_value',
      unit: 'currency',
      ...dealValue,
      sources: [memoValue],
      alternatives: [memoValue, olderValue],
    },
  ],
  unsure: [{ metricKey: 'sponsor_equity', unit: 'currency', alternatives: [{ ...baseCase, period }, highCase] }],
}
const choose = (choice: Partial<ChosenCell> & Pick<ChosenCell, 'metricKey' | 'sheet' | 'cell'>) => {
  const { matches, lost } = chooseCells(calculator, read, [{ unit: 'currency', scale: undefined, ...choice }])
  expect(lost).toEqual([])
  return matches.find(({ metricKey }) => metricKey === choice.metricKey)
}
const places = (cells: readonly MetricCell[] = []) => cells.map(({ sheet, cell }) => `${sheet}!${cell}`)

describe('chosen cell', () => {
  it('reads a cell chosen for a missing metric with the unit, label and period it was offered with', () => {
    const chosen = choose({ metricKey: 'sponsor_equity', sheet: 'Cases', cell: 'c2' })
    expect(chosen).toMatchObject({ cell: 'C2', value: 40_000_000, scale: 1e6, rawLabel: 'Equity check', period })
    expect(chosen).toMatchObject({ confidence: 1 })
    expect(places(chosen?.alternatives)).toEqual(['Cases!D2'])
  })

  it('uses the label of a cell that was offered for another metric', () => {
    const chosen = choose({ metricKey: 'purchase_price', sheet: 'Cases', cell: 'D2' })
    expect(chosen).toMatchObject({ rawLabel: 'Equity check', scale: 1e6, value: 45_000_000, period: null })
  })

  it('keeps the other cells that state the metric if the chosen cell is one of them', () => {
    const confirmed = choose({ metricKey: 'enterprise_value', sheet: 'Deal', cell: 'B1' })
    expect([places(confirmed?.sources), places(confirmed?.alternatives)]).toEqual([['Memo!B1'], ['Memo!B1', 'Deal!B3']])
    const other = choose({ metricKey: 'enterprise_value', sheet: 'Memo', cell: 'B1' })
    expect([places(other?.sources), places(other?.alternatives)]).toEqual([['Deal!B1'], ['Deal!B1', 'Deal!B3']])
  })

  it('does not compare the chosen cell with the workbook if its cell or unit differs from what the workbook states', () => {
    const elsewhere = choose({ metricKey: 'enterprise_value', sheet: 'Deal', cell: 'B3' })
    expect([places(elsewhere?.sources), places(elsewhere?.alternatives)]).toEqual([[], ['Deal!B1', 'Memo!B1']])
    expect(choose({ metricKey: 'enterprise_value', sheet: 'Deal', cell: 'B1', scale: 1 })?.sources).toEqual([])
  })
})
