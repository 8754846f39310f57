import { kindOf } from '../metrics/catalogue/catalogue.ts'
import type { MetricDomain } from '../metrics/catalogue/metric-kind.ts'
import { derive } from '../metrics/derive.ts'
import { derivedImpacts } from './catalogue-impacts.ts'
import { overrideWarning } from './cause-warnings.ts'
import { moveOf } from './metric-move.ts'
import { createMetricNames } from './metric-names.ts'
import { metricWarnings } from './metric-warnings.ts'
import { readChanges } from './read-changes.ts'
import type { MetricChange, MetricMove, Ripple, RippleImpact, RippleWarning } from './ripple-result.ts'
import { sourcesWarning } from './sources-and-uses.ts'

const differing = ({ metricKey, label }: MetricMove): RippleWarning => ({
  code: 'formula_differs',
  severity: 'low',
  message: `The stated ${label} is not what its formula gives; only the difference is computed.`,
  metricKey,
})

/** Says why nothing follows from a change where there are no formulas of a workbook. */
const nothingFollows = (changed: readonly MetricMove[]): RippleWarning[] => {
  const [first] = changed
  const isSame = changed.every(({ before, after }) => before === after)
  const reason = isSame
    ? `${first?.label} already has this value.`
    : `No number of this deal can be derived from ${first?.label} by a standard formula, and no formula of the workbook computes its metrics.`
  return [{ code: 'nothing_moves', severity: 'medium', message: `No other metric changes. ${reason}`, metricKey: null }]
}

/**
 * What changes do to the other metrics of a deal that has numbers and no workbook to compute: by the formulas of the
 * catalogue, each after those that it needs.
 */
export const rippleByCatalogue = (
  values: ReadonlyMap<string, number>,
  changes: readonly MetricChange[],
  domain?: MetricDomain,
): Ripple => {
  const before = derive(Object.fromEntries(values))
  const wanted = readChanges(changes, { cells: [], values: new Map(), derived: before, holds: () => undefined })
  const metricName = createMetricNames(changes)
  const changed = wanted.map(({ metricKey, value }) => ({
    ...moveOf(metricKey, before.get(metricKey) ?? null, value),
    label: metricName(metricKey),
  }))
  const followed = derivedImpacts({ before, changed, impacts: [], fixed: [], domain })
  const impacts = followed.map(({ isExact: _, ...impact }): RippleImpact => impact)
  const totals = ['total_sources', 'total_uses'].map((key) => {
    const moved = [...changed, ...impacts].find(({ metricKey }) => metricKey === key)
    const after = moved === undefined ? before.get(key) : moved.after
    return { before: before.get(key), after: typeof after === 'number' ? after : undefined }
  })
  const isComputed = (key: string): boolean => {
    const kind = kindOf(key)
    if (kind === undefined || kind.formula === null) return false
    return derive(Object.fromEntries([...values].filter(([other]) => other !== key))).has(key)
  }
  return {
    method: 'catalogue',
    changed,
    impacts,
    warnings: [
      ...metricWarnings(changed, impacts),
      ...sourcesWarning(totals),
      ...followed.filter(({ isExact }) => !isExact).map(differing),
      ...changed
        .filter(({ metricKey }) => isComputed(metricKey))
        .map(({ metricKey }) => overrideWarning(metricKey, 'by the catalogue')),
      ...(impacts.length > 0 ? [] : nothingFollows(changed)),
    ],
    formulasRecalculated: impacts.length,
    integrity: null,
  }
}
