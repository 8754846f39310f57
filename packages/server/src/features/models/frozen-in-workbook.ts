import { type FrozenCells, maxMetricsOfFrozenCell } from '@deal-canvas/contract'
import { frozenCells } from '@deal-canvas/engine'
import type { OpenModel } from './open-models.ts'

/** The frozen cells of an open model, as listed by the API. */
export const presentFrozen = ({ calculator, matches }: OpenModel): FrozenCells => {
  const { cells, cellCount, metrics } = frozenCells(calculator, matches)
  return {
    cells: cells.map((cell) => ({ ...cell, metrics: cell.metrics.slice(0, maxMetricsOfFrozenCell) })),
    cell_count: cellCount,
    metrics: [...metrics],
  }
}
