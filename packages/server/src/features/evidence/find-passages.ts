import type { EvidenceDegraded } from '@deal-canvas/contract'
import type { Embeddings } from '../../platform/embeddings/embeddings.ts'
import { isEmbeddingsOutage } from '../../platform/embeddings/embeddings-outage.ts'
import { comparableNearness } from './comparable-nearness.ts'
import type { EvidenceStore, FoundPassage, Namespace, PassageFilter, PassageKey } from './evidence.store.ts'
import { expectedAnswer } from './ranking/expected-answer.ts'
import { queryTerms } from './ranking/query-terms.ts'
import { type Ranked, rankPassages } from './ranking/rank-passages.ts'
import type { Span } from './ranking/split-sentences.ts'
import { createVectorRooms, type Nearness } from './vector-room.ts'

interface Deps {
  store: EvidenceStore
  embeddings: Embeddings | undefined
  onError(error: unknown): void
}

export interface Evidenced extends FoundPassage {
  score: number
  sentence: Span
  total: number
}

export interface Found {
  passages: Evidenced[]
  /** Absent if the search used both words and meaning. */
  degraded?: EvidenceDegraded
}

interface ByMeaning {
  near?: Nearness
  degraded?: EvidenceDegraded
}

type SearchMethod = 'words' | 'meaning'
const everyMethod: readonly SearchMethod[] = ['words', 'meaning']

export interface FindOptions {
  by?: readonly SearchMethod[]
  /** True if the text is not a question. */
  keepsWeak?: boolean
}

/** Per method, before the passages are ranked together. */
const candidates = 50
/** A user is waiting for the search, and a result by words is better than none. */
const queryDeadlineMs = 3_000

const keyOf = ({ documentId, position }: PassageKey): string => `${documentId} ${position}`

/** Finds the passages of a deal that answer a question, the best first. */
export const createFindPassages = ({ store, embeddings, onError }: Deps) => {
  const rooms = embeddings && createVectorRooms({ store, isPerSentence: embeddings.isPerSentence })

  /** Undefined: no vector could be made, and the search uses words only. */
  const queryVector = async (query: string): Promise<Float32Array | undefined> => {
    const deadline = AbortSignal.timeout(queryDeadlineMs)
    try {
      return (await embeddings?.embed([query], deadline))?.[0]
    } catch (error) {
      if (!deadline.aborted && !isEmbeddingsOutage(error)) throw error
      onError(error)
      return undefined
    }
  }

  const byMeaning = async (dealId: string, namespace: Namespace, query: string): Promise<ByMeaning> => {
    // Of another model, or of this one but not yet complete: no document may be preferred because it came first.
    const isComplete = namespace.dimension > 0 || !namespace.hasPending
    if (namespace.embeddingModel !== embeddings?.model || !isComplete) return { degraded: 'words_only' }
    const vector = await queryVector(query)
    if (vector === undefined || rooms === undefined) return { degraded: 'words_only' }
    const near = await rooms.nearness(dealId, namespace, vector)
    return {
      near: embeddings.isPerSentence ? near : comparableNearness(near),
      ...(namespace.hasPending && { degraded: 'some_documents_words_only' }),
    }
  }

  /** Records no event; the caller that shows the passages does. */
  return async (
    dealId: string,
    query: string,
    limit: number,
    filter: PassageFilter = {},
    { by = everyMethod, keepsWeak = false }: FindOptions = {},
  ): Promise<Found> => {
    const terms = queryTerms(query)
    const namespace = await store.namespace(dealId)
    if (namespace === undefined || namespace.passages === 0) return { passages: [] }
    const [sharing, { near, ...degraded }] = await Promise.all([
      by.includes('words') ? store.sharingWords(dealId, terms, filter, candidates) : [],
      by.includes('meaning') ? byMeaning(dealId, namespace, query) : ({} as ByMeaning),
    ])
    const inFilter = near && (await store.documentsIn(dealId, filter))
    const nearest = near?.nearest(candidates, ({ documentId }) => inFilter?.has(documentId) ?? true) ?? []
    const keys = [...new Map([...sharing, ...nearest].map((key) => [keyOf(key), key])).values()]
    const read = await store.read(dealId, keys)
    const ranked = rankPassages(
      by.includes('words') ? terms : [],
      read.map((passage) => ({ ...passage, nearness: near?.of(passage) })),
      { keepsWeak, passages: namespace.passages, expected: expectedAnswer(query) },
    )
    return {
      passages: documentsFirst(ranked, limit).map(({ item: { nearness, ...passage }, score, sentence, total }) => ({
        ...passage,
        score,
        sentence,
        total,
      })),
      ...degraded,
    }
  }
}

/**
 * A workbook repeats the same words on every sheet. Its passages take at most half of the places while documents match
 * too.
 */
const documentsFirst = <Item extends { sheet: string | null }>(
  ranked: readonly Ranked<Item>[],
  limit: number,
): Ranked<Item>[] => {
  const documents = ranked.filter(({ item }) => item.sheet === null).length
  const places = Math.max(Math.ceil(limit / 2), limit - documents)
  let sheets = 0
  return ranked.filter(({ item }) => item.sheet === null || sheets++ < places).slice(0, limit)
}
