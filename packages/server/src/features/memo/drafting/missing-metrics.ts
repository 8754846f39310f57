import { type MetricDomain, metricCatalogue } from '@deal-canvas/engine'
import type { KnownMetrics } from './draft-section.ts'

const headlines = metricCatalogue.filter(({ core }) => core)
const domains = [...new Set(headlines.flatMap((kind) => kind.domains))]

const shareKnown = (domain: MetricDomain, isKnown: (key: string) => boolean): number => {
  const own = headlines.filter((kind) => kind.domains.includes(domain))
  return own.filter(({ key }) => isKnown(key)).length / own.length
}

/** If fewer of its headline metrics were found, the deal is assumed to be of another kind. */
const minShare = 0.5

/**
 * The headline metrics of this kind of deal that were not found, with their labels. The kind is determined by the
 * metrics found, so that a valuation without a sponsor is not asked for one.
 */
export const missingMetrics = (...found: readonly KnownMetrics[]): KnownMetrics => {
  const isKnown = (key: string): boolean => found.some((metrics) => metrics.has(key))
  const [nearest] = domains
    .map((domain) => ({ domain, share: shareKnown(domain, isKnown) }))
    .sort((a, b) => b.share - a.share)
  if (nearest === undefined || nearest.share < minShare) return new Map()
  return new Map(
    headlines
      .filter((kind) => kind.domains.includes(nearest.domain) && !isKnown(kind.key))
      .map(({ key, label }) => [key, label]),
  )
}
