import { warningMessages as messages } from '../messages/warnings.ts'
import { kindOf } from '../metrics/catalogue/catalogue.ts'
import type { MetricDomain } from '../metrics/catalogue/metric-kind.ts'
import { derive } from '../metrics/derive.ts'
import { derivedImpacts } from './catalogue-impacts.ts'
import { overridesDerived } from './cause-warnings.ts'
import { moveOf } from './metric-move.ts'
import { createMetricNames } from './metric-names.ts'
import { metricWarnings } from './metric-warnings.ts'
import { readChanges } from './read-changes.ts'
import type { MetricChange, MetricMove, Ripple, RippleImpact, RippleWarning } from './ripple-result.ts'
import { sourcesWarning } from './sources-and-uses.ts'

const differing = ({ metricKey, label }: MetricMove): RippleWarning => ({
  code: 'formula_differs',
  severity: 'low',
  message: messages.formulaDiffers({ name: label }),
  metricKey,
})

/** Explains why nothing follows from a change if there are no workbook formulas. */
const nothingFollows = (changed: readonly MetricMove[]): RippleWarning[] => {
  const name = changed[0]?.label ?? ''
  const isSame = changed.every(({ before, after }) => before === after)
  const message = isSame ? messages.sameValue({ name }) : messages.notDerived({ name })
  return [{ code: 'nothing_moves', severity: 'medium', message, metricKey: null }]
}

/**
 * The effects of changes on the other metrics of a deal with numbers but without a workbook: by the formulas of the
 * catalog, each after those it needs.
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
      ...changed.filter(({ metricKey }) => isComputed(metricKey)).map(({ metricKey }) => overridesDerived(metricKey)),
      ...(impacts.length > 0 ? [] : nothingFollows(changed)),
    ],
    formulasRecalculated: impacts.length,
    integrity: null,
  }
}
