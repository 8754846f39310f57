import { createHash } from 'node:crypto'
import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises'
import type { EvidenceDegraded } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Embeddings } from '../../platform/embeddings/embeddings.ts'
import { isEmbeddingsOutage } from '../../platform/embeddings/embeddings-outage.ts'
import { createFairQueue } from '../../platform/fairness/fair-queue.ts'
import { currentParty } from '../../platform/fairness/party.ts'
import type { ChangingDeal, DealChanges } from '../audit-trail/deal-changes.service.ts'
import type { Digitized, DocumentRow } from '../documents/documents.service.ts'
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
  /** Absent: found by words and by meaning. */
  degraded?: EvidenceDegraded
}

const everyWay: readonly ('words' | 'nearness')[] = ['words', 'nearness']

/** By words, and as many by nearness, before both are joined. */
const candidates = 50
/** Embedded between two turns of the event loop. */
const perBatch = 4
/** Passages written in one transaction: on the embedded database nobody else is answered meanwhile. */
const perWrite = 8
/** After each write the database is left to others for twice as long as it took, but not for ever. */
const restTimes = 2
const maxPauseMs = 500
/** Somebody waits for the answer to a search; one by words is better than none. */
const queryDeadlineMs = 3_000
/** How long after an outage a document is embedded again. */
const retryAfterMs = 15_000
/** Documents that are indexed at once, of all and of one organization. */
const indexing = { places: 2, maxPerTenant: 1, maxWaitingPerPerson: 1_000 }

const keyOf = ({ documentId, position }: PassageKey): string => `${documentId} ${position}`

export type Evidence = ReturnType<typeof createEvidence>

/** What the documents of a deal say, found by words and by meaning, inside that deal alone. */
export const createEvidence = ({ store, pending, database, changes, embeddings, onError, now }: Deps) => {
  const rooms = createVectorRooms({ store })
  const queue = createFairQueue(indexing)

  const vectorsOf = async (texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> => {
    const vectors: Float32Array[] = []
    for (let at = 0; at < texts.length; at += perBatch) {
      vectors.push(...(await embeddings.embed(texts.slice(at, at + perBatch), signal)))
      // The built-in model answers without ever leaving the event loop to others.
      await breathe()
    }
    return vectors
  }

  /** Undefined: the endpoint is away. The passages are written all the same, and embedded later. */
  const vectorsIfAny = (texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[] | undefined> =>
    vectorsOf(texts, signal).catch((error: unknown) => {
      if (!isEmbeddingsOutage(error)) throw error
      onError(error)
      return undefined
    })

  /** The vector of a query; undefined: the endpoint is away, and the search goes on with words. */
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
    // No document has a vector yet: they all came in while the endpoint was away.
    if (namespace.dimension === 0) return { keys: [], ...(namespace.hasPending ? { degraded: 'words_only' } : {}) }
    const vector = await queryVector(query)
    if (vector === undefined) return { keys: [], degraded: 'words_only' }
    return { keys: await rooms.nearest(dealId, namespace, vector, candidates), ...partly }
  }

  /** The best first. Leaves no trace: whoever shows it records it. */
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

  /** What was looked for stays with the searcher; the journal keeps that it was, and what was shown. */
  const record = (deal: ChangingDeal, type: `${string}.${string}`, query: string, shown: readonly PassageKey[]): void =>
    void deal.record(
      type,
      {
        query_sha256: createHash('sha256').update(query).digest('hex'),
        passages: shown.map(({ documentId, position }) => ({ document_id: documentId, position })),
      },
      'retrieval',
    )

  /** In short transactions; until the last the document is not counted as indexed, and what was cut off is begun anew. */
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
    /** The room of a deal, inside the transaction that makes the deal. */
    openNamespace: (dealId: string): Promise<void> => store.open(dealId, embeddings.model, now()),

    /** Puts what a document says in the place of what it said before. */
    index: (document: DocumentRow, digitized: Digitized, signal?: AbortSignal): Promise<void> =>
      queue.run(currentParty(), () => write(document, digitized, signal), { signal }),

    forget: (dealId: string, documentId: string): Promise<void> =>
      database.transaction(async () => {
        await store.forget(dealId, documentId)
        await store.recount(dealId, undefined, now())
      }),

    find,
    record,

    /** Each search is on the record, also after the decision. */
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
