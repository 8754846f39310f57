import { parseCell } from '@deal-canvas/workbook-reader'
import { blockMessages as messages } from '../../messages/blocks.ts'
import { type AreaCell, asOfNow, type CellArea } from '../models/index.ts'
import type { BlockContext } from './block-context.ts'
import { unavailable } from './unavailable.ts'

/** More would not be read by anybody, and would hold a thread. */
const maxCells = 20_000

export const areaOf = (sheet: string, range: string): CellArea => {
  const [first = '', last = first] = range.split(':')
  const [a, b] = [parseCell(first), parseCell(last)]
  if (a === undefined || b === undefined) return unavailable(messages.rangeEmpty({ range, sheet }))
  const from = { row: Math.min(a.row, b.row), column: Math.min(a.column, b.column) }
  const to = { row: Math.max(a.row, b.row), column: Math.max(a.column, b.column) }
  const cells = (to.row - from.row + 1) * (to.column - from.column + 1)
  if (cells > maxCells) unavailable(messages.rangeTooLarge({ range, max: maxCells }))
  return { sheet, from, to }
}

/** The cells of areas as the memo presents the model. */
export const cellsOf = async (
  { model, services, signal }: BlockContext,
  areas: readonly CellArea[],
): Promise<AreaCell[][][]> => {
  const state = model.state ?? unavailable(messages.noWorkbook())
  const found = await services.computing.areas(state, areas, signal).catch(asOfNow)
  return found.map((area, n) => area ?? unavailable(messages.sheetMissing({ sheet: areas[n]?.sheet ?? '' })))
}
