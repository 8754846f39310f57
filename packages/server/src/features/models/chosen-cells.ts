import { type Calculator, type MetricMatch, parseCell, placeOf } from '@deal-canvas/engine'
import { amountScale } from './amount-scale.ts'
import { worthOf } from './cell-number.ts'
import type { ChosenCell, ToldOfWorkbook } from './model-state.ts'

/** Without a word about it in the workbook, by how the number looks. */
const scaleBySight = ({ unit }: ChosenCell, raw: number, format: string | undefined): number => {
  if (unit !== 'percentage_points') return 1
  return format?.includes('%') === true || Math.abs(raw) <= 1 ? 100 : 1
}

/** A chosen cell that the workbook has no number in, and what is wrong with it. */
export interface LostCell {
  metricKey: string
  field: 'sheet' | 'cell'
  reason: string
}

const objectionTo = ({ sheet, cell }: ChosenCell, hasSheet: boolean, isCell: boolean): Omit<LostCell, 'metricKey'> => {
  if (!hasSheet) return { field: 'sheet', reason: `The workbook has no sheet ${sheet}` }
  return { field: 'cell', reason: isCell ? `${sheet}!${cell} holds no number` : `${cell} is no cell` }
}

/** The metrics with the cells that people chose; where the workbook has no number there, its own cell stays. */
export const chooseCells = (
  { model: { workbook, grid } }: Calculator,
  matches: readonly MetricMatch[],
  chosen: readonly ChosenCell[],
  { settings, absent = [] }: ToldOfWorkbook = {},
): { matches: MetricMatch[]; lost: LostCell[] } => {
  const byKey = new Map(matches.map((match) => [match.metricKey, match]))
  const lost: LostCell[] = []
  for (const metricKey of absent) byKey.delete(metricKey)
  for (const choice of chosen) {
    const { metricKey, unit } = choice
    const place = parseCell(choice.cell.toUpperCase())
    const at = workbook.sheets.findIndex(({ name }) => name === choice.sheet)
    const raw = place === undefined || at === -1 ? null : grid.get(grid.idOf(at, place.row, place.column))
    if (place === undefined || typeof raw !== 'number') {
      lost.push({ metricKey, ...objectionTo(choice, at !== -1, place !== undefined) })
      continue
    }
    const cell = choice.cell.toUpperCase().replaceAll('$', '')
    const known = matches
      .flatMap(({ alternatives, ...match }) => [match, ...alternatives.map((one) => ({ ...match, ...one }))])
      .filter((match) => match.sheet === choice.sheet && match.cell === cell)
    const same = known.find((match) => match.metricKey === metricKey)
    const format = workbook.sheets[at]?.cells.find(({ row, column }) => row === place.row && column === place.column)
    const scale =
      choice.scale ??
      same?.scale ??
      (unit === 'currency' ? amountScale(matches, choice, settings?.scale) : scaleBySight(choice, raw, format?.format))
    const former = byKey.get(metricKey)
    byKey.set(metricKey, {
      metricKey,
      unit,
      sheet: choice.sheet,
      cell,
      ...place,
      rawLabel: (same ?? known[0])?.rawLabel ?? '',
      rawValue: raw,
      value: worthOf(raw, { unit, scale, date1904: workbook.date1904 }),
      scale,
      period: same?.period ?? null,
      confidence: choice.confidence ?? 1,
      // A person said which one it is: other cells that state it are no second opinion.
      sources: [],
      alternatives: (former?.alternatives ?? []).filter((one) => one.sheet !== choice.sheet || one.cell !== cell),
    })
  }
  const all = [...byKey.values()].sort(
    (one, other) => placeOf(one.metricKey) - placeOf(other.metricKey) || (one.metricKey < other.metricKey ? -1 : 1),
  )
  return { matches: all, lost }
}
