import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../../actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Embeddings } from '../../platform/embeddings/embeddings.ts'
import { createFairQueue } from '../../platform/fairness/fair-queue.ts'
import { currentParty } from '../../platform/fairness/party.ts'
import type { ChangingDeal, DealChanges } from '../audit-trail/index.ts'
import type { Digitized, DocumentRow } from '../documents/index.ts'
import { cutPassages } from './cut-passages.ts'
import type { EvidenceStore, PassageFilter, PassageKey } from './evidence.store.ts'
import { createFindPassages, type Found } from './find-passages.ts'
import type { PendingEmbeddingsStore } from './pending-embeddings.store.ts'

interface Deps {
  store: EvidenceStore
  database: Database
  changes: Pick<DealChanges, 'change'>
  /** Undefined: search by words only. */
  embeddings: Embeddings | undefined
  pending: Pick<PendingEmbeddingsStore, 'add'>
  /** Called when a document waits to be embedded. */
  onPending(): void
  onError(error: unknown): void
  now: Clock
}

export type { Found } from './find-passages.ts'

/** The name of a namespace without vectors. */
const wordsOnly = 'words'
/** Passages per transaction: the embedded database answers nobody else meanwhile. */
const perWrite = 8
/** After each write, pauses for twice its duration, up to a limit, so that others can use the database. */
const restTimes = 2
const maxPauseMs = 500
/** Limits how many documents are indexed at once, in total and per organization. */
const indexing = { places: 2, maxPerTenant: 1, maxWaitingPerPerson: 1_000 }

export type Evidence = ReturnType<typeof createEvidence>

/** Searches the documents of one deal by words and by meaning. */
export const createEvidence = (deps: Deps) => {
  const { store, pending, database, changes, embeddings, onPending, onError, now } = deps
  const find = createFindPassages({ store, embeddings, onError })
  const queue = createFairQueue(indexing)
  const model = embeddings?.model ?? wordsOnly

  /**
   * Records that a search happened and which passages were shown. Stores only a hash of the query, which stays private
   * to the searcher.
   */
  const record = (
    deal: ChangingDeal,
    type: 'evidence.searched' | 'brush.made',
    query: string,
    shown: readonly PassageKey[],
  ): void =>
    void deal.record(type, {
      query_sha256: createHash('sha256').update(query).digest('hex'),
      passages: shown.map(({ documentId, position }) => ({ document_id: documentId, position })),
    })

  /**
   * Writes in short transactions. The document counts as indexed only after the last one, and interrupted writes start
   * over. Vectors are added in the background, so that a document is found by its words at once.
   */
  const write = async (document: DocumentRow, digitized: Digitized, signal?: AbortSignal): Promise<void> => {
    const passages = cutPassages(digitized)
    const { dealId, id: documentId } = document
    await database.transaction(async () => {
      await store.open(dealId, model, now())
      await store.forget(dealId, documentId)
    })
    for (let from = 0; from < passages.length; from += perWrite) {
      const begun = performance.now()
      await store.add({ dealId, documentId }, from, passages.slice(from, from + perWrite))
      await sleep(Math.min(maxPauseMs, restTimes * (performance.now() - begun)), undefined, { signal })
    }
    await database.transaction(async () => {
      if (embeddings !== undefined && passages.length > 0) await pending.add(dealId, documentId, now())
      await store.recount(dealId, now())
    })
    onPending()
  }

  return {
    /** Creates the deal's namespace inside the transaction that creates the deal. */
    openNamespace: (dealId: string): Promise<void> => store.open(dealId, model, now()),

    /** Replaces the indexed passages of a document. */
    index: (document: DocumentRow, digitized: Digitized, signal?: AbortSignal): Promise<void> =>
      queue.run(currentParty(), () => write(document, digitized, signal), { signal }),

    forget: (dealId: string, documentId: string): Promise<void> =>
      database.transaction(async () => {
        await store.forget(dealId, documentId)
        await store.recount(dealId, now())
      }),

    find,
    record,
    passagesFrom: store.passagesFrom,

    /** Records every search, even on a finalized deal. */
    search: async (
      actor: Actor,
      dealId: string,
      query: string,
      { limit, ...filter }: PassageFilter & { limit: number },
    ): Promise<Found> => {
      const found = await find(dealId, query, limit, filter)
      await changes.change(
        actor,
        dealId,
        'viewer',
        async (deal) => record(deal, 'evidence.searched', query, found.passages),
        {
          evenIfDecided: true,
        },
      )
      return found
    },
  }
}
