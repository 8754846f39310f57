import { formatMetric, type MetricUnit } from '@deal-canvas/contract'
import type { Block, BlockView, Evidence, RiskEvidence } from '@deal-canvas/memo'
import { blockMessages as messages } from '../../messages/blocks.ts'

/** What is kept of an earlier version of a memo. */
export interface EarlierNumbers {
  numbers: ReadonlyMap<string, { label: string; value: number; unit: MetricUnit }>
  currency: string
  /** File names by document. */
  documents: ReadonlyMap<string, string>
}

/**
 * What the blocks of an earlier version show: metrics have the values of that time. What tables and charts showed is not
 * kept, so they say so; the numbers of today would be taken for those of that time.
 */
export const earlierViews = (blocks: readonly Block[], earlier: EarlierNumbers): BlockView[] =>
  blocks.map((block) => earlierView(block, earlier))

const earlierView = (block: Block, earlier: EarlierNumbers): BlockView => {
  switch (block.block) {
    case 'kpis':
      return {
        view: 'kpis',
        ...(block.title === undefined ? {} : { title: block.title }),
        items: block.metrics.map((metric) => ({ metric, ...numberOf(metric, earlier) })),
      }
    case 'fact':
      return { view: 'fact', ...cite(block, earlier) }
    case 'risk': {
      const { statement, severity, mitigant, owner, evidence = [] } = block
      return {
        view: 'risk',
        statement,
        severity,
        ...(mitigant === undefined ? {} : { mitigant }),
        ...(owner === undefined ? {} : { owner }),
        evidence: evidence.map((one) => evidenceOf(one, earlier)),
      }
    }
    default:
      return {
        view: 'unavailable',
        ...('title' in block && block.title !== undefined ? { title: block.title } : {}),
        reason: messages.notKept(),
      }
  }
}

const numberOf = (metric: string, { numbers, currency }: EarlierNumbers): { label: string; value: string } => {
  const number = numbers.get(metric)
  return number === undefined
    ? { label: metric, value: messages.notFound() }
    : { label: number.label, value: formatMetric(number.value, number.unit, currency) }
}

const cite = (
  { document, page, quote }: { document: string; page?: number; quote: string },
  { documents }: EarlierNumbers,
) => ({
  documentId: document,
  document: documents.get(document) ?? messages.documentMissing(),
  ...(page === undefined ? {} : { page }),
  quote,
})

const evidenceOf = (evidence: Evidence, earlier: EarlierNumbers): RiskEvidence =>
  'metric' in evidence
    ? { kind: 'metric', metric: evidence.metric, ...numberOf(evidence.metric, earlier) }
    : { kind: 'document', ...cite(evidence, earlier) }
