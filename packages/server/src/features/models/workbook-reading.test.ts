import type { MetricCell, UnsureMetric } from '@deal-canvas/engine'
import { describe, expect, it } from 'vitest'
import { companySheets, workbookOf } from '../../testing/workbooks.ts'
import { createOpenModels, type OpenModel } from './open-models.ts'
import { readingOfWorkbook } from './workbook-reading.ts'

const open = (): OpenModel => {
  const models = createOpenModels({ maxModels: 1, maxCells: 1e6 })
  const model = models.get({ sha256: 'a'.repeat(64), sources: [], overrides: [] }, workbookOf(companySheets()))
  if (model === undefined) throw new Error('The workbook was not opened')
  return model
}

const pipeline: MetricCell = {
  sheet: 'Model',
  cell: 'B6',
  row: 5,
  column: 1,
  rawLabel: 'Pipeline',
  rawValue: 70_000,
  value: 70_000_000,
  scale: 1_000,
  period: null,
  confidence: 0,
}
const unsure = (metricKey: string, ...confidences: number[]): UnsureMetric => ({
  metricKey,
  unit: 'currency',
  alternatives: confidences.map((confidence) => ({ ...pipeline, confidence })),
})

describe('workbook reading', () => {
  it('offers cells for missing headline metrics, and for other metrics only if one is likely enough', () => {
    const model = open()
    const given = [
      unsure('sponsor_equity', 0.01),
      unsure('management_rollover', 0.2, 0.1),
      unsure('maintenance_capex', 0.19, 0.19),
      unsure('revenue', 0.4),
    ]
    const reading = readingOfWorkbook({ ...model, map: { ...model.map, unsure: given } })
    expect(reading.notFound).toContain('sponsor_equity')
    // Revenue was found, or a person chose its cell.
    expect(reading.unsure.map(({ metricKey }) => metricKey)).toEqual(['sponsor_equity', 'management_rollover'])
    expect(reading.unsure[1]?.alternatives).toMatchObject([
      { sheet: 'Model', cell: 'B6', label: 'Pipeline', value: 70_000_000, isFormula: false, confidence: 0.2 },
      { confidence: 0.1 },
    ])
  })

  it('names the row of an alternative whose label is a column heading', () => {
    const model = open()
    const { alternatives, ...rest } = unsure('sponsor_equity', 0.3)
    const given = [{ ...rest, alternatives: alternatives.map((cell) => ({ ...cell, rawLabel: 'Sales' })) }]
    const reading = readingOfWorkbook({ ...model, map: { ...model.map, unsure: given } })
    expect(reading.unsure[0]?.alternatives).toMatchObject([{ cell: 'B6', label: 'Pipeline: Sales' }])
  })

  it('takes the scale of amounts from offered cells if no amount was found', () => {
    const model = open()
    const nothing = { ...model, matches: [], map: { ...model.map, matches: [] } }
    expect(readingOfWorkbook({ ...nothing, map: { ...nothing.map, unsure: [] } }).scale).toBeNull()
    const offered = { ...nothing.map, unsure: [unsure('revenue', 0.3)] }
    expect(readingOfWorkbook({ ...nothing, map: offered }).scale).toBe(1_000)
  })
})
