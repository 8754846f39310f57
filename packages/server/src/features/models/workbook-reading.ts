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

/** What workbooks of one template have in common. */
export interface WorkbookTemplate {
  /** SHA-256 of the sheet names and of the labels with their positions. */
  fingerprint: string
  sheets: string[]
}

/** The cell of a metric, or an alternative. */
export interface CellReading {
  sheet: string
  cell: string
  label: string
  /** In the unit of the metric; null if the cell does not contain a number. */
  value: number | null
  scale: number
  period: string | null
  isFormula: boolean
  confidence: number
}

/** A metric that was not found, with its alternatives, most likely first. */
export interface UnsureReading {
  metricKey: string
  unit: MetricMatch['unit']
  alternatives: CellReading[]
}

export interface MetricReading extends CellReading, UnsureReading {}

/** Minimum confidence for offering a cell of a metric that is not a headline metric. */
const minOffered = 0.2

/** The reading of a workbook. */
export interface WorkbookReading {
  dealType: string | null
  /** Null if there is too little evidence for any kind. */
  dealKind: Exclude<DealKind, 'other'> | null
  /** The headline metrics of this kind of deal. */
  headlines: string[]
  lastActualYear: number | null
  /** Scale of most amounts; null if there is no amount. */
  scale: number | null
  /** ISO 4217; null if the workbook does not say. */
  currency: string | null
  scenario: LiveScenario | null
  metrics: MetricReading[]
  /** Headline metrics of this kind of deal that were not found. */
  notFound: string[]
  /** Metrics that were not found, headline or not, for which a person can choose an alternative. */
  unsure: UnsureReading[]
  lostSources: readonly LostCell[]
  template: WorkbookTemplate
}

export const workbookTemplate = (workbook: Workbook): WorkbookTemplate => ({
  fingerprint: createHash('sha256').update(layoutLines(workbook).join('\n')).digest('hex'),
  sheets: workbook.sheets.map(({ name }) => name),
})

/** Row names are in the first columns. */
const maxRowNameColumns = 16
const maxRowName = 80

/** Cached per workbook, because detection searches all its texts. */
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
  /** Adds the row name, because alternatives in one table share the column heading. */
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
  // The headline metrics depend on the kind of deal.
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
