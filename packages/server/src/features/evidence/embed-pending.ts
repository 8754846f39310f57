import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Embeddings } from '../../platform/embeddings/embeddings.ts'
import { isEmbeddingsOutage, TextsRefused } from '../../platform/embeddings/embeddings-outage.ts'
import { packVectors } from '../../platform/embeddings/vector-bytes.ts'
import type { EvidenceStore } from './evidence.store.ts'
import type { EmbeddingLease, PendingEmbeddingsStore, UnembeddedPassage } from './pending-embeddings.store.ts'
import { textsToEmbed } from './texts-to-embed.ts'

interface Deps {
  pending: PendingEmbeddingsStore
  store: Pick<EvidenceStore, 'moveToModel' | 'complete'>
  database: Database
  embeddings: Embeddings
  now: Clock
  onError(error: unknown): void
}

/** Longer than one batch can take: the endpoint has a deadline of 20 seconds. */
const leaseMs = 60_000
const documentsPerTurn = 4
/** Deals moved to another model at a time: their documents are cleared and scheduled in one statement. */
const dealsPerTurn = 4
/** Passages per request to the endpoint and per write to the database. */
const batchSize = 8

/**
 * Embeds documents in the background: new ones, those that were added while the embeddings were unavailable, and those
 * of deals whose vectors are of another model. Every node looks for them; a lease keeps two nodes from embedding the
 * same document, and an unfinished document resumes where it stopped.
 */
export const createEmbedPending = ({ pending, store, database, embeddings, now, onError }: Deps) => {
  const closing = new AbortController()
  let round: Promise<void> | undefined

  const vectorsOf = async (passages: readonly UnembeddedPassage[]): Promise<Float32Array[][]> => {
    const texts = passages.map((passage) => textsToEmbed(passage, embeddings.isPerSentence))
    const vectors = await embeddings.embed(texts.flat(), closing.signal)
    let at = 0
    return texts.map(({ length }) => {
      at += length
      return vectors.slice(at - length, at)
    })
  }

  const finish = (lease: EmbeddingLease, dimension: number | undefined): Promise<void> =>
    database.transaction(async () => {
      // If another node took over the lease, it finishes the document itself.
      if ((await pending.renew(lease, lease.dueAt)) === undefined) return
      await pending.remove(lease.dealId, lease.documentId)
      const known = dimension ?? (await dimensionOfModel())
      await store.complete(lease.dealId, known, now())
    })

  /** For a document that another node embedded almost to its end. */
  const dimensionOfModel = async (): Promise<number> =>
    (await embeddings.embed(['dimension'], closing.signal))[0]?.length ?? 0

  const embedDocument = async (taken: EmbeddingLease): Promise<void> => {
    let lease = taken
    let dimension: number | undefined
    for (;;) {
      closing.signal.throwIfAborted()
      const passages = await pending.unembedded(lease, batchSize)
      if (passages.length === 0) return finish(lease, dimension)
      const vectors = await vectorsOf(passages)
      dimension = vectors[0]?.[0]?.length
      const renewed = await pending.renew(lease, later(now(), leaseMs))
      if (renewed === undefined) return
      lease = renewed
      await pending.writeVectors(
        lease,
        passages,
        vectors.map((some) => packVectors(some, embeddings.isPerSentence)),
      )
    }
  }

  /** False: the embeddings are unavailable. */
  const embedEach = async (leases: readonly EmbeddingLease[]): Promise<boolean> => {
    for (const lease of leases) {
      try {
        await embedDocument(lease)
      } catch (error) {
        if (closing.signal.aborted) return false
        onError(error)
        // The other documents would wait for the same endpoint; they are due again when their lease ends.
        if (isEmbeddingsOutage(error) && !(error instanceof TextsRefused)) return false
      }
    }
    return true
  }

  const embedDue = async (): Promise<void> => {
    for (;;) {
      closing.signal.throwIfAborted()
      await store.moveToModel(embeddings.model, now(), dealsPerTurn)
      const leases = await pending.take(now(), later(now(), leaseMs), documentsPerTurn)
      if (leases.length === 0 || !(await embedEach(leases))) return
    }
  }

  return {
    /** Embeds what is due; a call while a round is running joins it. */
    resume: (): Promise<void> => {
      if (closing.signal.aborted) return Promise.resolve()
      round ??= embedDue().finally(() => {
        round = undefined
      })
      return round
    },
    close: async (): Promise<void> => {
      closing.abort()
      // Errors are reported to the caller of `resume`.
      await Promise.allSettled([round])
    },
  }
}
