import type { DocumentFact, ReconciliationFinding } from '@deal-canvas/contract'
import { factMessages as messages } from '../../messages/facts.ts'
import { formatMetric } from '../../ui/format-metric.ts'

/** A fact of a document with how it compares; undefined: the deal has no such number. */
export interface ComparedFact {
  readonly fact: DocumentFact
  readonly finding: ReconciliationFinding | undefined
}

/** Contradictions first, then agreements, then what the deal has no number for. */
const order = ['differs', 'agrees', undefined]

/** The facts with the findings about them; `findings` are those of the same document. */
export const compareFacts = (
  facts: readonly DocumentFact[],
  findings: readonly ReconciliationFinding[],
): ComparedFact[] =>
  facts
    .map((fact) => ({
      fact,
      finding: findings.find(({ metric_key: key, stated }) => key === fact.metric_key && stated.value === fact.value),
    }))
    .sort((a, b) => order.indexOf(a.finding?.status) - order.indexOf(b.finding?.status))

/** The value with its unit; a year has no thousands separator. */
export const formatFactValue = ({ term, value, unit, currency, bound }: DocumentFact): string => {
  const isYear = unit === 'count' && /\byear\b/i.test(term) && value >= 1500 && value < 2500
  const shown = isYear ? String(value) : formatMetric(value, unit, currency ?? undefined)
  if (bound === 'at_most') return messages.atMost({ value: shown })
  return bound === 'at_least' ? messages.atLeast({ value: shown }) : shown
}
