import type { MetricDomain } from '@deal-canvas/engine'
import { extractFacts } from './extract-facts.ts'

/** The metrics that a text states, each once: key, value, kind of period, qualifier and bound. For tests. */
export const statementsIn = (text: string, dealType: MetricDomain): string[] => {
  const { facts } = extractFacts({ kind: 'text', title: null, pages: [{ page: 1, text }] }, { dealType })
  const stated = facts.flatMap(({ metricKey, value, period, qualifier, bound }) =>
    metricKey === null
      ? []
      : [[metricKey, value, period?.kind, qualifier, bound].filter((part) => part != null).join(' ')],
  )
  return [...new Set(stated)]
}
