import { setTimeout as delay } from 'node:timers/promises'
import { maxQuoteLength } from '@deal-canvas/memo'
import type { StatedFact } from '../memo/index.ts'
import type { FactsStore } from './facts.store.ts'
import type { FindingRow, ReconciliationStore } from './reconciliation.store.ts'
import { withoutTitles } from './without-titles.ts'

interface Deps {
  facts: Pick<FactsStore, 'stated' | 'isPending'>
  findings: Pick<ReconciliationStore, 'agreeing' | 'open' | 'isDue'>
}

const limit = 200
const minConfidence = 0.8
const pollMs = 200

const ofFinding = ({ metricKey, documentId, place }: FindingRow): StatedFact[] =>
  place.quote === null ? [] : [statement({ metricKey, documentId, page: place.page, quote: place.quote })]

const statement = ({
  page,
  quote,
  ...stated
}: Omit<StatedFact, 'page'> & { page: number | null | undefined }): StatedFact => ({
  ...stated,
  quote: withoutTitles(quote),
  ...(page === null || page === undefined ? {} : { page }),
})

export type Statements = ReturnType<typeof createStatements>

/** What documents say about the metrics of a deal, for texts that quote them. */
export const createStatements = ({ facts, findings }: Deps) => {
  const isPending = async (dealId: string): Promise<boolean> =>
    (await facts.isPending(dealId)) || findings.isDue(dealId)

  return {
    /** Waits until the documents have been read and compared with the model, but no longer than `maxMs`. */
    settle: async (dealId: string, maxMs: number, signal?: AbortSignal): Promise<void> => {
      const end = performance.now() + maxMs
      while (performance.now() < end && (await isPending(dealId))) await delay(pollMs, undefined, { signal })
    },

    /**
     * Sentences that agree with the model, sentences about metrics that the model does not have, and open contradictions
     * with the model, the most severe first. A metric that is contradicted is not stated otherwise.
     */
    of: async (
      dealId: string,
      known: ReadonlySet<string>,
    ): Promise<{ stated: StatedFact[]; contradictions: StatedFact[] }> => {
      const [agreeing, open, sure] = await Promise.all([
        findings.agreeing(dealId, limit),
        findings.open(dealId, limit),
        facts.stated(dealId, { minConfidence, limit }),
      ])
      const contradicted = new Set(open.map(({ metricKey }) => metricKey))
      const beyondModel = sure.flatMap(({ metricKey, documentId, place, quote }) =>
        metricKey === null || known.has(metricKey)
          ? []
          : [statement({ metricKey, documentId, page: place.page, quote })],
      )
      return {
        stated: [...agreeing.flatMap(ofFinding), ...beyondModel].filter(
          ({ metricKey, quote }) => !contradicted.has(metricKey) && quote.length <= maxQuoteLength,
        ),
        contradictions: open
          .filter(({ otherDocumentId }) => otherDocumentId === null)
          .flatMap(ofFinding)
          .filter(({ quote }) => quote.length <= maxQuoteLength),
      }
    },
  }
}
