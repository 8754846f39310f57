import { createHash } from 'node:crypto'
import {
  commonAmountScale,
  type DealKind,
  detectDealKind,
  headlineMetrics,
  type LiveScenario,
  layoutLines,
  liveScenario,
  type MetricCell,
  type MetricMatch,
  type UnsureMetric,
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

/** A metric that was not found, with the cells that may hold it, the likeliest first. */
export interface UnsureReading {
  metricKey: string
  unit: MetricMatch['unit']
  alternatives: CellReading[]
}

export interface MetricReading extends CellReading, UnsureReading {}

/** Below, a cell for a metric that no memo is judged by is not worth a question. */
const minOffered = 0.2

/** How a workbook is read. */
export interface WorkbookReading {
  dealType: string | null
  /** Null: too little speaks for any. */
  dealKind: Exclude<DealKind, 'other'> | null
  /** The metrics that a memo about such a deal is judged by. */
  headlines: string[]
  lastActualYear: number | null
  /** What most amounts are multiplied with; null: there is no amount. */
  scale: number | null
  /** ISO 4217; null: nothing in the workbook tells. */
  currency: string | null
  scenario: LiveScenario | null
  metrics: MetricReading[]
  /** Headline metrics of this kind of deal that were not found. */
  notFound: string[]
  /** Metrics that were not found, headline or not, for which a person can choose a likely cell. */
  unsure: UnsureReading[]
  lostSources: readonly LostCell[]
  template: WorkbookTemplate
}

export const workbookTemplate = (workbook: Workbook): WorkbookTemplate => ({
  fingerprint: createHash('sha256').update(layoutLines(workbook).join('\n')).digest('hex'),
  sheets: workbook.sheets.map(({ name }) => name),
})

/** Names of rows stand in the first columns. */
const maxRowNameColumns = 16
const maxRowName = 80

/** All its texts are searched for this, once for each workbook. */
const kinds = new WeakMap<Workbook, DealKind>()

const dealKindOf = ({ workbook, map }: Pick<OpenModel, 'workbook' | 'map'>): DealKind => {
  const kind = kinds.get(workbook) ?? detectDealKind(workbook, map.dealType)
  kinds.set(workbook, kind)
  return kind
}

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
  /** Five companies have the same column heading: the name of the row tells one alternative from another. */
  const alternativeReading = (found: MetricCell, unit: MetricMatch['unit']): CellReading => {
    const reading = cellReading(found, unit)
    const at = workbook.sheets.findIndex(({ name }) => name === found.sheet)
    const texts = Array.from({ length: Math.min(found.column, maxRowNameColumns) }, (_, column) =>
      grid.get(grid.idOf(at, found.row, column)),
    )
    const rowName = texts.find((text): text is string => typeof text === 'string' && /\p{L}/u.test(text))?.trim()
    if (rowName === undefined || reading.label.includes(rowName)) return reading
    return { ...reading, label: `${rowName.slice(0, maxRowName)}: ${reading.label}` }
  }
  const domain = map.dealType.domain
  const found = new Set(matches.map(({ metricKey }) => metricKey))
  const kind = dealKindOf(model)
  // Which numbers a memo needs is only known of a deal whose kind is.
  const headlines = headlineMetrics(kind, domain)
  const notFound = headlines.filter((key) => !found.has(key))
  const isOffered = ({ metricKey, alternatives: [best] }: UnsureMetric): boolean =>
    !found.has(metricKey) && (notFound.includes(metricKey) || (best?.confidence ?? 0) >= minOffered)
  return {
    dealType: domain ?? null,
    dealKind: kind === 'other' ? null : kind,
    headlines,
    lastActualYear: map.lastActualYear ?? null,
    scale: commonAmountScale(map) ?? null,
    currency: workbookCurrency(workbook)?.currency ?? null,
    scenario: liveScenario(workbook, calculator.model) ?? null,
    metrics: matches.map(({ alternatives, ...match }) => ({
      metricKey: match.metricKey,
      unit: match.unit,
      ...cellReading(match, match.unit),
      alternatives: alternatives.map((other) => alternativeReading(other, match.unit)),
    })),
    notFound,
    unsure: map.unsure.filter(isOffered).map(({ metricKey, unit, alternatives }) => ({
      metricKey,
      unit,
      alternatives: alternatives.map((cell) => alternativeReading(cell, unit)),
    })),
    lostSources,
    template: workbookTemplate(workbook),
  }
}
