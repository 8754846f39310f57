import type { MetricUnit } from '@deal-canvas/contract'
import {
  compareDocuments,
  type Fact,
  type FactPeriod,
  type Finding,
  groupBy,
  type ModelMetric,
  reconcile,
} from '@deal-canvas/facts'
import type { ComparableFact } from './reconciliation.store.ts'

/** A document and a number that it states. */
interface Stated {
  documentId: string
  fact: Fact
}

/** A comparison of a document with the model or with another document. */
export interface Comparison {
  status: 'agrees' | 'differs'
  metricKey: string
  unit: MetricUnit
  period: FactPeriod | null
  qualifier: string | null
  stated: Stated
  /** Undefined: the model. */
  other: Stated | undefined
  otherValue: number
}

const isCompared = (finding: Finding): finding is Extract<Finding, { status: 'agrees' | 'differs' }> =>
  finding.status === 'agrees' || finding.status === 'differs'

/** Lets other work run between two documents. */
const giveWay = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Compares each document with the model, document by document. */
const withModel = async (
  byDocument: ReadonlyMap<string, readonly ComparableFact[]>,
  metrics: readonly ModelMetric[],
): Promise<Comparison[]> => {
  const found: Comparison[] = []
  for (const [documentId, facts] of byDocument) {
    for (const finding of reconcile(facts, metrics)) {
      if (!isCompared(finding)) continue
      const { metric, status, facts: stating } = finding
      const [fact] = stating
      if (fact === undefined) continue
      found.push({
        status,
        metricKey: metric.metricKey,
        unit: metric.unit,
        period: fact.period,
        qualifier: fact.qualifier,
        stated: { documentId, fact },
        other: undefined,
        otherValue: metric.value,
      })
    }
    await giveWay()
  }
  return found
}

/** Compares the documents with each other, metric by metric. */
const withEachOther = async (facts: readonly ComparableFact[]): Promise<Comparison[]> => {
  const found: Comparison[] = []
  for (const ofMetric of groupBy(facts, ({ metricKey }) => metricKey ?? '').values()) {
    const documents = groupBy(ofMetric, ({ documentId }) => documentId)
    if (documents.size < 2) continue
    const given = [...documents].map(([document, some]) => ({ document, facts: some }))
    for (const { metricKey, period, qualifier, values } of compareDocuments(given)) {
      // The most often stated value is the one that the others contradict.
      const [first, ...others] = values.map(({ facts: stating }) => stating[0])
      if (first === undefined) continue
      for (const other of others) {
        if (other === undefined) continue
        found.push({
          status: 'differs',
          metricKey,
          unit: other.fact.unit,
          period,
          qualifier,
          stated: { documentId: other.document, fact: other.fact },
          other: { documentId: first.document, fact: first.fact },
          otherValue: first.fact.value,
        })
      }
    }
    await giveWay()
  }
  return found
}

/**
 * Compares facts with the model and with each other. Documents that contradict each other are reported only for metrics
 * that the model does not have: otherwise each is compared with the model.
 */
export const compareFacts = async (
  facts: readonly ComparableFact[],
  metrics: readonly ModelMetric[],
): Promise<Comparison[]> => {
  const ofModel = await withModel(
    groupBy(facts, ({ documentId }) => documentId),
    metrics,
  )
  const known = new Set(ofModel.map(({ metricKey }) => metricKey))
  const others = await withEachOther(facts)
  return [...ofModel, ...others.filter(({ metricKey }) => !known.has(metricKey))]
}
