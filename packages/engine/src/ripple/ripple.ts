import type { Calculator } from '../compile/calculator.ts'
import { scoreChange } from '../integrity/score-change.ts'
import { createScores } from '../integrity/scores.ts'
import { placeOf } from '../metrics/catalogue/catalogue.ts'
import { derive } from '../metrics/derive.ts'
import { createMetricFormat } from '../metrics/format-metric.ts'
import type { MetricMap } from '../metrics/map-metrics.ts'
import { whileChanged } from './apply-changes.ts'
import { derivedImpacts } from './catalogue-impacts.ts'
import { causeWarnings, unsettledWarnings } from './cause-warnings.ts'
import { createCellLabels } from './cell-labels.ts'
import { metricValueOf } from './cell-value.ts'
import { createKeptCells } from './kept-cells.ts'
import { mappedCells, metricsForChecks } from './mapped-cells.ts'
import { moveOf } from './metric-move.ts'
import { createMetricNames } from './metric-names.ts'
import { metricWarnings } from './metric-warnings.ts'
import { nothingMoves } from './nothing-moves.ts'
import { createTraces } from './paths.ts'
import { changedNodes } from './reach.ts'
import { readChanges } from './read-changes.ts'
import type { MetricChange, MetricMove, Ripple, RippleImpact } from './ripple-result.ts'
import { createSourcesAndUses } from './sources-and-uses.ts'

export interface RippleOptions {
  /** Whether the integrity scores before and after are requested; they take longer than everything else. */
  readonly integrity?: boolean
}

type Values = ReadonlyMap<string, number | string | null>

/** Mappings below this confidence are not used in computations. */
const certain = 0.8

/**
 * Creates a function that returns the effects of changed metrics on all others. It sets their cells, computes their
 * dependents, reads the results, and restores everything: the calculator is bit-identical afterwards.
 */
export const createRipple = (
  calculator: Calculator,
  { matches, dealType }: Pick<MetricMap, 'matches' | 'dealType'>,
): ((changes: readonly MetricChange[], options?: RippleOptions) => Ripple) => {
  const { model } = calculator
  const { grid } = model
  const cells = mappedCells(model, matches)
  const metricName = createMetricNames(matches)
  const keys = cells.map(({ metricKey }) => metricKey)
  const sure = new Set(matches.flatMap(({ metricKey, confidence }) => (confidence >= certain ? [metricKey] : [])))
  const metricLabels = cells.map(({ id, metricKey }) => [id, metricName(metricKey)] as const)
  const labels = createCellLabels(model, new Map(metricLabels))
  const keptCells = createKeptCells(calculator, labels.nameOf, metricLabels)
  const sourcesAndUses = createSourcesAndUses(model, cells)
  const format = createMetricFormat(model.workbook)

  const valuesNow = (): Values => new Map(cells.map((cell) => [cell.metricKey, metricValueOf(grid.get(cell.id), cell)]))
  const scores = createScores(calculator)
  const judgeNow = () => scores(metricsForChecks(model, matches))
  const named = <Move extends MetricMove>(move: Move): Move => ({ ...move, label: metricName(move.metricKey) })
  const holds = (id: number): number | undefined => {
    const value = grid.get(id)
    return typeof value === 'number' ? value : undefined
  }

  /** Everything that can be used: the confident metrics, and what is derived from them. */
  const derivedFrom = (values: Values, changes: readonly MetricChange[]): Map<string, number> => {
    const isGiven = (key: string): boolean => sure.has(key) || changes.some(({ metricKey }) => metricKey === key)
    const numbers = [...values].flatMap(([key, value]) =>
      typeof value === 'number' && isGiven(key) ? [[key, value] as const] : [],
    )
    return derive(Object.fromEntries(numbers))
  }

  return (changes, { integrity = false } = {}) => {
    const before = valuesNow()
    const derived = derivedFrom(before, changes)
    const wanted = readChanges(changes, { cells, values: before, derived, holds })
    const judged = integrity ? judgeNow() : undefined
    const changed = wanted.map(({ metricKey, value }) =>
      named(moveOf(metricKey, before.get(metricKey) ?? derived.get(metricKey) ?? null, value)),
    )
    // A cell that already holds the value is not set: nothing can follow from it.
    const moving = wanted.filter(({ cell, held }) => cell === undefined || held !== grid.get(cell.id))
    const set = moving.flatMap(({ metricKey, cell, held }) =>
      cell === undefined ? [] : [{ metricKey, id: cell.id, value: held }],
    )
    const causes = set.map(({ id }) => id)

    return whileChanged(calculator, set, (snapshot, formulasRecalculated) => {
      const moved = changedNodes(model, snapshot, causes)
      const traceTo = createTraces({ model, causes, changed: moved, labels })
      const after = valuesNow()
      const inWorkbook = cells.flatMap(({ metricKey, id }): RippleImpact[] => {
        const [was, is] = [before.get(metricKey) ?? null, after.get(metricKey) ?? null]
        if (was === is || wanted.some((change) => change.metricKey === metricKey)) return []
        const { depth, cells: way } = traceTo(id) ?? { depth: 1, cells: [...causes.slice(0, 1), id] }
        return [{ ...named(moveOf(metricKey, was, is)), depth, path: labels.inLabels(way), method: 'workbook' }]
      })
      const byCatalogue = derivedImpacts({
        before: derived,
        changed,
        impacts: inWorkbook,
        fixed: keys,
        domain: dealType.domain,
      })
      const impacts = [...inWorkbook, ...byCatalogue].sort((a, b) => placeOf(a.metricKey) - placeOf(b.metricKey))
      const kept = keptCells(causes, moved)
      return {
        method: 'workbook',
        changed,
        impacts,
        warnings: [
          ...metricWarnings(changed, impacts, format),
          ...sourcesAndUses(snapshot.valueOf, grid.get),
          ...unsettledWarnings(calculator, causes, labels.nameOf),
          ...kept,
          ...causeWarnings(calculator, moving, { nameOf: labels.nameOf, metricName }),
          ...(impacts.length > 0
            ? []
            : nothingMoves({ changed, moving, moved, kept, recalculated: formulasRecalculated })),
        ],
        formulasRecalculated,
        integrity: judged === undefined ? null : scoreChange(judged, judgeNow()),
      }
    })
  }
}
