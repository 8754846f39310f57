import { formatCell } from '@deal-canvas/workbook-reader'
import type { Calculator } from '../compile/calculator.ts'
import type { FrozenFormula, FrozenReason } from '../compile/frozen-formulas.ts'
import { createComputedShare } from './computed-share.ts'
import type { MetricMatch } from './map-metrics.ts'

/** A cell that keeps its cached value, and the metrics that depend on it. */
export interface FrozenCell {
  readonly sheet: string
  readonly cell: string
  readonly reason: FrozenReason
  /** The reason, as a sentence. */
  readonly message: string
  readonly metrics: readonly string[]
}

export interface FrozenCells {
  /** Those with the most metrics first, at most `maxFrozenCells`. */
  readonly cells: readonly FrozenCell[]
  /** The total number. */
  readonly cellCount: number
  /** Every metric that depends on one of them. */
  readonly metrics: readonly string[]
}

export const maxFrozenCells = 20

/** The frozen cells that metrics depend on. Cells that no metric depends on are not included. */
export const frozenCells = (calculator: Calculator, matches: readonly MetricMatch[]): FrozenCells => {
  const { workbook, grid } = calculator.model
  const shareOf = createComputedShare(calculator)
  const byNode = new Map<number, { formula: FrozenFormula; metrics: string[] }>()
  const metrics: string[] = []
  for (const { metricKey, sheet, row, column } of matches) {
    const at = workbook.sheets.findIndex(({ name }) => name === sheet)
    const { frozen } = shareOf([grid.idOf(at, row, column)])
    if (frozen.length > 0) metrics.push(metricKey)
    for (const formula of frozen) {
      const known = byNode.get(formula.node)
      if (known === undefined) byNode.set(formula.node, { formula, metrics: [metricKey] })
      else known.metrics.push(metricKey)
    }
  }
  const cells = [...byNode.values()]
    .sort((a, b) => b.metrics.length - a.metrics.length || a.formula.id - b.formula.id)
    .slice(0, maxFrozenCells)
    .map(({ formula: { id, reason, message }, metrics: own }): FrozenCell => {
      const place = grid.placeOf(id)
      const sheet = workbook.sheets[place.sheet]?.name ?? ''
      const cell = formatCell(place)
      return { sheet, cell, reason, message: message({ cell: `${sheet}!${cell}` }), metrics: own }
    })
  return { cells, cellCount: byNode.size, metrics }
}
