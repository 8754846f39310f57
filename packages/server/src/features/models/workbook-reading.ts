import { createHash } from 'node:crypto'
import {
  commonAmountScale,
  type LiveScenario,
  layoutLines,
  liveScenario,
  type MetricCell,
  type MetricMatch,
  metricCatalogue,
  type Workbook,
  workbookCurrency,
} from '@deal-canvas/engine'
import { worthOf } from './cell-number.ts'
import type { LostCell } from './chosen-cells.ts'
import type { OpenModel } from './open-models.ts'

/** What workbooks made from one template have in common. */
export interface WorkbookTemplate {
  /** SHA-256 of the sheet names and of the labels with their places. */
  fingerprint: string
  sheets: string[]
}

/** A cell that a metric is read from, or might be. */
export interface CellReading {
  sheet: string
  cell: string
  label: string
  /** In the unit of the metric; null: the cell does not hold a number. */
  value: number | null
  scale: number
  period: string | null
  isFormula: boolean
  confidence: number
}

export interface MetricReading extends CellReading {
  metricKey: string
  unit: MetricMatch['unit']
  alternatives: CellReading[]
}

/** How a workbook is read. */
export interface WorkbookReading {
  dealType: string | null
  lastActualYear: number | null
  /** What most amounts are multiplied with; null: there is no amount. */
  scale: number | null
  /** ISO 4217; null: nothing in the workbook tells. */
  currency: string | null
  scenario: LiveScenario | null
  metrics: MetricReading[]
  /** Headline metrics of this kind of deal that were not found. */
  notFound: string[]
  lostSources: readonly LostCell[]
  template: WorkbookTemplate
}

export const workbookTemplate = (workbook: Workbook): WorkbookTemplate => ({
  fingerprint: createHash('sha256').update(layoutLines(workbook).join('\n')).digest('hex'),
  sheets: workbook.sheets.map(({ name }) => name),
})

export const readingOfWorkbook = (model: OpenModel): WorkbookReading => {
  const { calculator, workbook, matches, written, map, lostSources } = model
  const { grid } = calculator.model
  const cellReading = (found: MetricCell, unit: MetricMatch['unit']): CellReading => {
    const { sheet, cell, row, column, scale } = found
    const id = grid.idOf(
      workbook.sheets.findIndex(({ name }) => name === sheet),
      row,
      column,
    )
    const held = grid.get(id)
    return {
      sheet,
      cell,
      label: found.rawLabel,
      value: typeof held === 'number' ? worthOf(held, { unit, scale, date1904: workbook.date1904 }) : null,
      scale,
      period: found.period?.label ?? null,
      isFormula: written.has(id),
      confidence: found.confidence,
    }
  }
  const domain = map.dealType.domain
  const found = new Set(matches.map(({ metricKey }) => metricKey))
  return {
    dealType: domain ?? null,
    lastActualYear: map.lastActualYear ?? null,
    scale: commonAmountScale(matches) ?? null,
    currency: workbookCurrency(workbook)?.currency ?? null,
    scenario: liveScenario(workbook, calculator.model) ?? null,
    metrics: matches.map(({ alternatives, ...match }) => ({
      metricKey: match.metricKey,
      unit: match.unit,
      ...cellReading(match, match.unit),
      alternatives: alternatives.map((other) => cellReading(other, match.unit)),
    })),
    // Which numbers a memo needs is only known of a deal whose kind is.
    notFound: metricCatalogue
      .filter(({ key, core, domains }) => core && domain !== undefined && domains.includes(domain) && !found.has(key))
      .map(({ key }) => key),
    lostSources,
    template: workbookTemplate(workbook),
  }
}
