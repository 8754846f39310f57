import { formatCount } from '@deal-canvas/contract'
import type { ModelChart, SeriesView } from '@deal-canvas/memo'
import { blockMessages as messages } from '../../messages/blocks.ts'
import type { AreaCell } from '../models/index.ts'
import { roundTicks } from './axis-ticks.ts'
import type { BlockContext } from './block-context.ts'
import { areaOf, cellsOf } from './cells-of-model.ts'
import { unavailable } from './unavailable.ts'

/** The cells of one row or one column. */
const lineOf = (cells: readonly (readonly AreaCell[])[], range: string): readonly AreaCell[] => {
  const [first = []] = cells
  if (cells.length === 1) return first
  return first.length === 1 ? cells.flat() : unavailable(messages.notALine({ range }))
}

export const seriesView = async (block: ModelChart, context: BlockContext): Promise<SeriesView> => {
  const { sheet, categories, series, kind } = block
  const areas = [categories, ...series.map(({ range }) => range)].map((range) => areaOf(sheet, range))
  const [heads = [], ...rows] = await cellsOf(context, areas)
  const periods = lineOf(heads, categories)
  const found = rows.map((cells, n) => {
    const { label = '', range = '' } = series[n] ?? {}
    const line = lineOf(cells, range)
    if (line.length !== periods.length)
      unavailable(messages.seriesLength({ label, count: line.length, expected: periods.length }))
    return { label, values: line.map(({ value }) => value), texts: line.map(({ text }) => text) }
  })
  const values = found.flatMap((row) => row.values.filter((value) => value !== null))
  if (values.length === 0) unavailable(messages.noNumbers())
  return {
    view: 'series',
    ...(block.title === undefined ? {} : { title: block.title }),
    kind,
    categories: periods.map(({ text }) => text),
    series: found,
    ticks: roundTicks(Math.min(0, ...values), Math.max(0, ...values)).map((value) => ({
      value,
      text: formatCount(value),
    })),
    source: `${sheet}!${categories}`,
  }
}
