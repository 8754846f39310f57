import type { Workbook } from '@deal-canvas/workbook-reader'
import { catalogue } from './catalogue/catalogue.ts'
import { type MetricDomain, type MetricKind, metricDomains } from './catalogue/metric-kind.ts'
import { isOf, namesInLabel } from './match-label.ts'

export interface DealType {
  /** Undefined if nothing in the workbook identifies it. */
  readonly domain: MetricDomain | undefined
  /** 0 to 1. */
  readonly confidence: number
}

/** The number of labels required for full confidence. */
const enough = 4

/** The deal type of a workbook, by the metrics that its labels name: each counts for the deal types that have it. */
export const detectDealType = ({ sheets }: Pick<Workbook, 'sheets'>): DealType => {
  const labels = new Set(
    sheets.flatMap(({ cells }) => cells.flatMap(({ value }) => (typeof value === 'string' ? [value.trim()] : []))),
  )
  const named = [...labels].map(namesInLabel).filter(({ size }) => size > 0)
  const scoreOf = (domain: MetricDomain): number => {
    const surest = new Map<MetricKind, number>()
    for (const names of named) {
      const [first] = [...names]
        .filter(([kind]) => isOf(kind, domain))
        .sort(([kind, sureness], [other, otherSureness]) => otherSureness - sureness || (kind.key < other.key ? -1 : 1))
      if (first !== undefined) surest.set(first[0], Math.max(surest.get(first[0]) ?? 0, first[1]))
    }
    // Summed in catalog order: the order of the sheets would change the last digits.
    return catalogue.reduce((sum, kind) => sum + (surest.get(kind) ?? 0) / kind.domains.length, 0)
  }
  const scores = metricDomains.map((domain) => [domain, scoreOf(domain)] as const)
  const [first, second] = scores.toSorted(([, a], [, b]) => b - a)
  if (first === undefined || second === undefined || first[1] < 0.5) return { domain: undefined, confidence: 0 }
  const [domain, score] = first
  return { domain, confidence: (score / (score + second[1])) * Math.min(1, score / enough) }
}
