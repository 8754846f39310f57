import { createHash } from 'node:crypto'
import { setTimeout as sleep, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { EvidenceDegraded } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Embeddings } from '../../platform/embeddings/embeddings.ts'
import { isEmbeddingsOutage } from '../../platform/embeddings/embeddings-outage.ts'
import { createFairQueue } from '../../platform/fairness/fair-queue.ts'
import { currentParty } from '../../platform/fairness/party.ts'
import type { ChangingDeal, DealChanges } from '../audit-trail/index.ts'
import type { Digitized, DocumentRow } from '../documents/index.ts'
import { cutPassages } from './cut-passages.ts'
import type { EvidenceStore, FoundPassage, PassageKey } from './evidence.store.ts'
import { joinRanks } from './join-ranks.ts'
import type { PendingEmbeddingsStore } from './pending-embeddings.store.ts'
import { queryWords } from './query-words.ts'
import { createVectorRooms } from './vector-room.ts'

interface Deps {
  store: EvidenceStore
  database: Database
  changes: Pick<DealChanges, 'change'>
  embeddings: Embeddings
  pending: Pick<PendingEmbeddingsStore, 'add' | 'remove'>
  onError(error: unknown): void
  now: Clock
}

export interface Evidenced extends FoundPassage {
  score: number
}

export interface Found {
  passages: Evidenced[]
  /** Absent if the search used both words and meaning. */
  degraded?: EvidenceDegraded
}

const everyWay: readonly ('words' | 'nearness')[] = ['words', 'nearness']

/** Per method (words and vectors), before the results are merged. */
const candidates = 50
/** Texts embedded before giving way to the event loop. */
const perBatch = 4
/** Passages per transaction: the embedded database answers nobody else meanwhile. */
const perWrite = 8
/** After each write, pauses for twice its duration, up to a limit, so that others can use the database. */
const restTimes = 2
const maxPauseMs = 500
/** A user is waiting for the search, and a result by words is better than none. */
const queryDeadlineMs = 3_000
/** How long after an outage embedding is retried. */
const retryAfterMs = 15_000
/** Limits how many documents are indexed at once, in total and per organization. */
const indexing = { places: 2, maxPerTenant: 1, maxWaitingPerPerson: 1_000 }

const keyOf = ({ documentId, position }: PassageKey): string => `${documentId} ${position}`

export type Evidence = ReturnType<typeof createEvidence>

/** Searches the documents of one deal by words and by meaning. */
export const createEvidence = ({ store, pending, database, changes, embeddings, onError, now }: Deps) => {
  const rooms = createVectorRooms({ store })
  const queue = createFairQueue(indexing)

  const vectorsOf = async (texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> => {
    const vectors: Float32Array[] = []
    for (let at = 0; at < texts.length; at += perBatch) {
      vectors.push(...(await embeddings.embed(texts.slice(at, at + perBatch), signal)))
      // The built-in model never gives way to the event loop by itself.
      await yieldToEventLoop()
    }
    return vectors
  }

  /** Undefined: the endpoint is unavailable. The passages are still written and are embedded later. */
  const vectorsIfAny = (texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[] | undefined> =>
    vectorsOf(texts, signal).catch((error: unknown) => {
      if (!isEmbeddingsOutage(error)) throw error
      onError(error)
      return undefined
    })

  /** Returns the vector of a query. Undefined: the endpoint is unavailable, and the search uses words only. */
  const queryVector = async (query: string): Promise<Float32Array | undefined> => {
    const deadline = AbortSignal.timeout(queryDeadlineMs)
    try {
      return (await embeddings.embed([query], deadline))[0]
    } catch (error) {
      if (!deadline.aborted && !isEmbeddingsOutage(error)) throw error
      onError(error)
      return undefined
    }
  }

  const near = async (dealId: string, query: string): Promise<{ keys: PassageKey[]; degraded?: EvidenceDegraded }> => {
    const namespace = await store.namespace(dealId)
    if (namespace === undefined || namespace.passages === 0) return { keys: [] }
    const partly = namespace.hasPending ? { degraded: 'some_documents_words_only' as const } : {}
    if (namespace.embeddingModel !== embeddings.model) return { keys: [], degraded: 'words_only' }
    // No document has a vector yet: all were added while the endpoint was unavailable.
    if (namespace.dimension === 0) return { keys: [], ...(namespace.hasPending ? { degraded: 'words_only' } : {}) }
    const vector = await queryVector(query)
    if (vector === undefined) return { keys: [], degraded: 'words_only' }
    return { keys: await rooms.nearest(dealId, namespace, vector, candidates), ...partly }
  }

  /** Returns the best passages first. Records no event; the caller that shows them does. */
  const find = async (dealId: string, query: string, limit: number, by = everyWay): Promise<Found> => {
    const [byWords, byNearness] = await Promise.all([
      by.includes('words') ? store.sharingWords(dealId, queryWords(query), candidates) : [],
      by.includes('nearness') ? near(dealId, query) : { keys: [] },
    ])
    const { keys, ...degraded } = byNearness
    const ranked = joinRanks([byWords, keys]).slice(0, limit)
    const scores = new Map(ranked.map((passage) => [keyOf(passage), passage.score]))
    const passages = await store.read(dealId, ranked)
    return {
      passages: passages.map((passage) => ({ ...passage, score: scores.get(keyOf(passage)) ?? 0 })),
      ...degraded,
    }
  }

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
   * over.
   */
  const write = async (document: DocumentRow, digitized: Digitized, signal?: AbortSignal): Promise<void> => {
    const passages = cutPassages(digitized)
    const vectors = await vectorsIfAny(
      passages.map(({ content }) => content),
      signal,
    )
    const embedded = passages.map((passage, place) => ({ ...passage, vector: vectors?.[place] ?? new Float32Array() }))
    const { dealId, id: documentId } = document
    await database.transaction(async () => {
      await store.open(dealId, embeddings.model, now())
      if (vectors !== undefined) await store.useModel(dealId, embeddings.model, now())
      await store.forget(dealId, documentId)
      if (vectors === undefined) await pending.add(dealId, documentId, later(now(), retryAfterMs))
    })
    for (let from = 0; from < embedded.length; from += perWrite) {
      const begun = performance.now()
      await store.add({ dealId, documentId }, from, embedded.slice(from, from + perWrite))
      await sleep(Math.min(maxPauseMs, restTimes * (performance.now() - begun)), undefined, { signal })
    }
    if (vectors !== undefined) await pending.remove(dealId, documentId)
    await store.recount(dealId, vectors?.[0]?.length, now())
  }

  return {
    /** Creates the deal's namespace inside the transaction that creates the deal. */
    openNamespace: (dealId: string): Promise<void> => store.open(dealId, embeddings.model, now()),

    /** Replaces the indexed passages of a document. */
    index: (document: DocumentRow, digitized: Digitized, signal?: AbortSignal): Promise<void> =>
      queue.run(currentParty(), () => write(document, digitized, signal), { signal }),

    forget: (dealId: string, documentId: string): Promise<void> =>
      database.transaction(async () => {
        await store.forget(dealId, documentId)
        await store.recount(dealId, undefined, now())
      }),

    find,
    record,

    /** Records every search, even on a finalized deal. */
    search: async (actor: Actor, dealId: string, query: string, limit: number): Promise<Found> => {
      const found = await find(dealId, query, limit)
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
