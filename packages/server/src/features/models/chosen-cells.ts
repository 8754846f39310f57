import {
  type Calculator,
  commonAmountScale,
  isScaledAmount,
  type MetricCell,
  type MetricMap,
  type MetricMatch,
  parseCell,
  placeOf,
} from '@deal-canvas/engine'
import { modelMessages } from '../../messages/models.ts'
import { worthOf } from './cell-number.ts'
import type { ChosenCell, ReadingOptions } from './model-state.ts'

/**
 * The scale of an amount without an explicit one: that of the other amounts on its sheet, then of the whole workbook.
 */
const amountScale = (
  read: Pick<MetricMap, 'matches' | 'unsure'>,
  { metricKey, sheet }: { metricKey: string; sheet: string },
  statedScale: number | undefined,
): number => {
  if (!isScaledAmount({ metricKey, unit: 'currency' })) return 1
  return commonAmountScale(read, (cell) => cell.sheet === sheet) ?? statedScale ?? commonAmountScale(read) ?? 1
}

/** Guesses the scale from the number and its format, because the workbook does not state one. */
const scaleBySight = ({ unit }: ChosenCell, raw: number, format: string | undefined): number => {
  if (unit !== 'percentage_points') return 1
  return format?.includes('%') === true || Math.abs(raw) <= 1 ? 100 : 1
}

/** A chosen cell that contains no number, and why. */
export interface LostCell {
  metricKey: string
  field: 'sheet' | 'cell'
  reason: string
}

const objectionTo = ({ sheet, cell }: ChosenCell, hasSheet: boolean, isCell: boolean): Omit<LostCell, 'metricKey'> => {
  if (!hasSheet) return { field: 'sheet', reason: modelMessages.sheetNotFound({ sheet }) }
  return {
    field: 'cell',
    reason: isCell ? modelMessages.notANumber({ sheet, cell }) : modelMessages.notACell({ cell }),
  }
}

type ReadMetrics = Pick<MetricMap, 'matches' | 'unsure'>

interface KnownMetric {
  /** Cells that state the metric, if it was found. */
  stated: readonly MetricCell[]
  /** All cells that were read or offered, most likely first. */
  cells: readonly MetricCell[]
}

const knownMetrics = ({ matches, unsure }: ReadMetrics): Map<string, KnownMetric> => {
  const ofUnsure = unsure.map(
    ({ metricKey, alternatives }) => [metricKey, { stated: [], cells: alternatives }] as const,
  )
  const ofMatches = matches.map(({ metricKey, unit: _, alternatives, sources, ...own }) => {
    const stated = [own, ...sources]
    return [metricKey, { stated, cells: [...stated, ...alternatives] }] as const
  })
  return new Map<string, KnownMetric>([...ofUnsure, ...ofMatches])
}

const isAt = (place: { sheet: string; cell: string }, { sheet, cell }: MetricCell): boolean =>
  sheet === place.sheet && cell === place.cell

/** Applies the cells that people chose. If a chosen cell contains no number, the automatically found cell stays. */
export const chooseCells = (
  { model: { workbook, grid } }: Calculator,
  read: ReadMetrics,
  chosen: readonly ChosenCell[],
  { settings, absent = [] }: ReadingOptions = {},
): { matches: MetricMatch[]; lost: LostCell[] } => {
  const known = knownMetrics(read)
  const byKey = new Map(read.matches.map((match) => [match.metricKey, match]))
  const lost: LostCell[] = []
  for (const metricKey of absent) byKey.delete(metricKey)
  for (const choice of chosen) {
    const { metricKey, unit, sheet } = choice
    const place = parseCell(choice.cell.toUpperCase())
    const at = workbook.sheets.findIndex(({ name }) => name === sheet)
    const raw = place === undefined || at === -1 ? null : grid.get(grid.idOf(at, place.row, place.column))
    if (place === undefined || typeof raw !== 'number') {
      lost.push({ metricKey, ...objectionTo(choice, at !== -1, place !== undefined) })
      continue
    }
    const cell = choice.cell.toUpperCase().replaceAll('$', '')
    const isChosen = (metricCell: MetricCell): boolean => isAt({ sheet, cell }, metricCell)
    const { stated, cells } = known.get(metricKey) ?? { stated: [], cells: [] }
    const same = cells.find(isChosen)
    const ofOthers = [...known.values()].flatMap((other) => other.cells).find(isChosen)
    const format = workbook.sheets[at]?.cells.find(({ row, column }) => row === place.row && column === place.column)
    const scale =
      choice.scale ??
      same?.scale ??
      (unit === 'currency' ? amountScale(read, choice, settings?.scale) : scaleBySight(choice, raw, format?.format))
    // Confirming one of the cells that state a metric does not hide that another sheet states a different value.
    // If a person chose a different cell or unit, the stated values are about something else and are dropped.
    const isStated = stated.some((source) => isChosen(source) && source.scale === scale)
    byKey.set(metricKey, {
      metricKey,
      ...(choice.name === undefined ? {} : { name: choice.name }),
      unit,
      sheet,
      cell,
      ...place,
      rawLabel: (same ?? ofOthers)?.rawLabel ?? '',
      rawValue: raw,
      value: worthOf(raw, { unit, scale, date1904: workbook.date1904 }),
      scale,
      period: same?.period ?? null,
      confidence: choice.confidence ?? 1,
      sources: isStated ? stated.filter((source) => source.sheet !== sheet) : [],
      alternatives: otherValues(cells, isChosen),
    })
  }
  const matches = [...byKey.values()].sort(
    (a, b) => placeOf(a.metricKey) - placeOf(b.metricKey) || (a.metricKey < b.metricKey ? -1 : 1),
  )
  return { matches, lost }
}

/** The cells to offer instead of the chosen one, one per distinct value. */
const otherValues = (cells: readonly MetricCell[], isChosen: (cell: MetricCell) => boolean): MetricCell[] => {
  const seen = new Set(cells.filter(isChosen).map(({ value }) => value))
  return cells.filter(({ value }) => !seen.has(value) && seen.add(value) !== undefined)
}
