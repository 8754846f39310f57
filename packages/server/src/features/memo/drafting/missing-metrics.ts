import { type MetricDomain, metricCatalogue } from '@deal-canvas/engine'
import type { KnownMetrics } from './draft-section.ts'

const headlines = metricCatalogue.filter(({ core }) => core)
const domains = [...new Set(headlines.flatMap((kind) => kind.domains))]

const shareKnown = (domain: MetricDomain, isKnown: (key: string) => boolean): number => {
  const own = headlines.filter((kind) => kind.domains.includes(domain))
  return own.filter(({ key }) => isKnown(key)).length / own.length
}

/** With fewer of its headline metrics a deal is of another kind, and asks for other numbers. */
const minShare = 0.5

/**
 * The headline metrics that such a deal has and that were not found, with what they are called. Which kind of deal it is
 * is told by the numbers that were found: a valuation that has no sponsor is not asked for one.
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
