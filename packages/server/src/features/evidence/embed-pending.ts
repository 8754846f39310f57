import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Embeddings } from '../../platform/embeddings/embeddings.ts'
import { isEmbeddingsOutage, TextsRefused } from '../../platform/embeddings/embeddings-outage.ts'
import type { EvidenceStore } from './evidence.store.ts'
import type { EmbeddingLease, PendingEmbeddingsStore } from './pending-embeddings.store.ts'

interface Deps {
  pending: PendingEmbeddingsStore
  store: Pick<EvidenceStore, 'useModel' | 'recount'>
  database: Database
  embeddings: Embeddings
  now: Clock
  onError(error: unknown): void
}

/** Longer than one batch can take: the endpoint has a deadline of 20 seconds. */
const leaseMs = 60_000
const documentsPerRound = 4
/** Passages per request to the endpoint and per write to the database. */
const batchSize = 8

/**
 * Embeds documents that were added while the embeddings endpoint was unavailable. Every node looks for them; a lease
 * keeps two nodes from embedding the same document, and an unfinished document resumes where it stopped.
 */
export const createEmbedPending = ({ pending, store, database, embeddings, now, onError }: Deps) => {
  const closing = new AbortController()
  let round: Promise<void> = Promise.resolve()

  const finish = (lease: EmbeddingLease, dimension: number | undefined): Promise<void> =>
    database.transaction(async () => {
      // If another node took over the lease, it finishes the document itself.
      if ((await pending.renew(lease, lease.dueAt)) === undefined) return
      await pending.remove(lease.dealId, lease.documentId)
      await store.recount(lease.dealId, dimension, now())
    })

  const embedDocument = async (taken: EmbeddingLease): Promise<void> => {
    let lease = taken
    let dimension: number | undefined
    await store.useModel(lease.dealId, embeddings.model, now())
    for (;;) {
      closing.signal.throwIfAborted()
      const passages = await pending.unembedded(lease, batchSize)
      if (passages.length === 0) return finish(lease, dimension)
      const texts = passages.map(({ content }) => content)
      const vectors = await embeddings.embed(texts, closing.signal)
      dimension = vectors[0]?.length
      const renewed = await pending.renew(lease, later(now(), leaseMs))
      if (renewed === undefined) return
      lease = renewed
      await pending.writeVectors(lease, passages, vectors)
    }
  }

  const embedDue = async (): Promise<void> => {
    const leases = await pending.take(now(), later(now(), leaseMs), documentsPerRound)
    for (const lease of leases) {
      try {
        await embedDocument(lease)
      } catch (error) {
        if (closing.signal.aborted) return
        onError(error)
        // The other documents would wait for the same endpoint; they are due again when their lease ends.
        if (isEmbeddingsOutage(error) && !(error instanceof TextsRefused)) return
      }
    }
  }

  return {
    resume: (): Promise<void> => {
      if (!closing.signal.aborted) round = embedDue()
      return round
    },
    close: async (): Promise<void> => {
      closing.abort()
      // Errors are reported to the caller of `resume`.
      await Promise.allSettled([round])
    },
  }
}
