import { createComputedShare, rippleByCatalogue } from '@deal-canvas/engine'
import { createCellFormulas } from './cell-formula.ts'
import { worthOf } from './cell-number.ts'
import type { OpenModel } from './open-models.ts'

/** A metric as read from the workbook. */
export interface WorkbookMetric {
  metricKey: string
  value: number | null
  kind: 'input' | 'derived'
  formula: string | null
  sheet: string
  cell: string
  scale: number
  confidence: number
  computedShare: number
}

/** All metrics of an open model with their current values. */
export const foundInWorkbook = (model: OpenModel): WorkbookMetric[] => {
  const { calculator, workbook, matches, written } = model
  const { grid } = calculator.model
  const shareOf = createComputedShare(calculator)
  const said = createCellFormulas(calculator, matches)
  const found = matches.map(({ metricKey, unit, sheet, cell, row, column, scale, confidence }) => {
    const at = workbook.sheets.findIndex(({ name }) => name === sheet)
    const id = grid.idOf(at, row, column)
    const held = grid.get(id)
    const text = written.get(id)
    const metric: WorkbookMetric = {
      metricKey,
      value: typeof held === 'number' ? worthOf(held, { unit, scale, date1904: workbook.date1904 }) : null,
      kind: text === undefined ? 'input' : 'derived',
      formula: text === undefined ? null : said(at, text),
      sheet,
      cell,
      scale,
      confidence,
      computedShare: shareOf([id]).share,
    }
    return metric
  })
  return withApplied(model, found)
}

/** Values that the workbook has no formula for are updated by the formulas of the catalog. */
export const withApplied = <Metric extends { metricKey: string; value: number | null }>(
  { appliedByCatalogue, map }: OpenModel,
  found: readonly Metric[],
): Metric[] => {
  if (appliedByCatalogue.length === 0) return [...found]
  const values = new Map(found.flatMap(({ metricKey, value }) => (value === null ? [] : [[metricKey, value] as const])))
  const { changed, impacts } = rippleByCatalogue(values, appliedByCatalogue, map.dealType.domain)
  const after = new Map([...changed, ...impacts].map((move) => [move.metricKey, move.after]))
  return found.map((metric) => {
    const value = after.get(metric.metricKey)
    return typeof value === 'number' || value === null ? { ...metric, value } : metric
  })
}
