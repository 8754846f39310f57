import { kindOf } from '../metrics/catalogue/catalogue.ts'
import type { MetricDomain } from '../metrics/catalogue/metric-kind.ts'
import { type Effect, effectsByCatalogue } from './catalogue-effects.ts'
import { moveOf } from './metric-move.ts'
import type { MetricMove, RippleImpact } from './ripple-result.ts'

interface Given {
  /** All numbers before the change, stated or derived. */
  readonly before: ReadonlyMap<string, number>
  readonly changed: readonly MetricMove[]
  /** The effects known so far. */
  readonly impacts: readonly RippleImpact[]
  /** Metrics that no catalog formula decides. */
  readonly fixed: readonly string[]
  /** Undefined for any deal type. */
  readonly domain: MetricDomain | undefined
}

export interface DerivedImpact extends RippleImpact {
  /** Whether the formula gives the value that was stated before. */
  readonly isExact: boolean
}

const asEffect = ({ before, after }: MetricMove, depth: number, path: readonly string[]): Effect | undefined =>
  before === after || typeof before === 'string' || typeof after === 'string'
    ? undefined
    : { before, after, depth, path, isExact: true }

/** Metrics that follow by the formulas of the catalog, each with the path from the cause. */
export const derivedImpacts = ({ before, changed, impacts, fixed, domain }: Given): DerivedImpact[] => {
  const settled = new Map<string, Effect | undefined>(fixed.map((key) => [key, undefined]))
  for (const move of changed) settled.set(move.metricKey, asEffect(move, 0, [move.label]))
  for (const move of impacts) settled.set(move.metricKey, asEffect(move, move.depth, move.path))
  return [...effectsByCatalogue({ before, settled })]
    .filter(([key]) => domain === undefined || kindOf(key)?.domains.includes(domain) === true)
    .map(([key, { before: was, after, depth, path, isExact }]) => ({
      ...moveOf(key, was, after),
      depth,
      path,
      method: 'catalogue',
      isExact,
    }))
}
