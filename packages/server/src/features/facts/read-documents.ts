import type { MetricDomain } from '@deal-canvas/engine'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Documents } from '../documents/index.ts'
import { DocumentUnreadable } from '../documents/index.ts'
import type { FactLease, FactsStore } from './facts.store.ts'

interface Deps {
  store: Pick<FactsStore, 'demand' | 'demandOutdated' | 'take' | 'write'>
  documents: Pick<Documents, 'find' | 'facts'>
  /** What kind of deal it is decides what a term means; undefined: unknown. */
  domainOf(dealId: string): Promise<MetricDomain | undefined>
  /** The workbook of the model, whose numbers are the metrics themselves. */
  modelDocument(dealId: string): Promise<string | undefined>
  /** Called inside the transaction that changes the facts of a deal. */
  onRead(dealId: string): Promise<void>
  database: Pick<Database, 'transaction'>
  onError(error: unknown): void
  now: Clock
}

/** Increment when the extraction changes, so that documents are read again. */
const factsForm = 2
/** Longer than reading one document can take, including the wait for a thread. */
const leaseMs = 15 * 60_000
const documentsAtOnce = 4

/**
 * Reads documents for facts, in the background: a document is marked as due when it becomes searchable, and every node
 * looks for due ones. A lease keeps two nodes from reading the same document.
 */
export const createReadDocuments = (deps: Deps) => {
  const { store, documents, domainOf, modelDocument, onRead, database, onError, now } = deps
  const closing = new AbortController()
  let round: Promise<void> = Promise.resolve()
  let hasLooked = false

  const read = async (lease: FactLease): Promise<void> => {
    const { dealId, documentId } = lease
    const document = await documents.find(dealId, documentId)
    const isModel = (await modelDocument(dealId)) === documentId
    const dealType = await domainOf(dealId)
    const outcome = isModel
      ? { ok: true as const, answer: { facts: [], tables: [] } }
      : await documents.facts(document, { dealType }, closing.signal).catch((error: unknown) => {
          if (error instanceof DocumentUnreadable) return { ok: false as const, problem: error.message }
          throw error
        })
    const found = outcome.ok
      ? { problem: null, ...outcome.answer }
      : { problem: outcome.problem, facts: [], tables: [] }
    await database.transaction(async () => {
      if (await store.write(lease, { form: factsForm, ...found })) await onRead(dealId)
    })
  }

  const readDue = async (): Promise<void> => {
    if (!hasLooked) await store.demandOutdated(factsForm, now())
    hasLooked = true
    for (;;) {
      const leases = await store.take(now(), later(now(), leaseMs), documentsAtOnce)
      if (leases.length === 0) return
      for (const lease of leases) {
        if (closing.signal.aborted) return
        // The reading of a removed document is gone with it; after another failure the document is due again.
        await read(lease).catch((error: unknown) => {
          if (!closing.signal.aborted) onError(error)
        })
      }
    }
  }

  return {
    /** Has a document read in the background. */
    demand: (dealId: string, documentId: string): Promise<void> => store.demand(dealId, documentId, now()),
    resume: (): Promise<void> => {
      if (!closing.signal.aborted) round = readDue()
      return round
    },
    close: async (): Promise<void> => {
      closing.abort()
      // Errors are reported to the caller of `resume`.
      await Promise.allSettled([round])
    },
  }
}
