import type { FrozenCells } from '@deal-canvas/contract'
import { frozenCells } from '@deal-canvas/engine'
import type { OpenModel } from './open-models.ts'

/** Metrics named for one cell. */
const maxMetrics = 20

/** The cells of an open model that keep their cached values, as the API lists them. */
export const presentFrozen = ({ calculator, matches }: OpenModel): FrozenCells => {
  const { cells, cellCount, metrics } = frozenCells(calculator, matches)
  return {
    cells: cells.map((cell) => ({ ...cell, metrics: cell.metrics.slice(0, maxMetrics) })),
    cell_count: cellCount,
    metrics: [...metrics],
  }
}
