import type { Database } from '../../platform/database/database.ts'

/** A document that this node embeds until the lease ends; then another node can take it. */
export interface EmbeddingLease {
  dealId: string
  documentId: string
  dueAt: Date
}

export interface UnembeddedPassage {
  position: number
  content: string
  sheet: string | null
}

export type PendingEmbeddingsStore = ReturnType<typeof createPendingEmbeddingsStore>

/** Tracks which documents wait for their vectors. */
export const createPendingEmbeddingsStore = (database: Database) => ({
  add: async (dealId: string, documentId: string, dueAt: Date): Promise<void> => {
    await database.query({
      name: 'pending_embeddings_add',
      text: `INSERT INTO pending_embeddings (document_id, deal_id, due_at) VALUES ($2, $1, $3)
        ON CONFLICT (document_id) DO UPDATE SET due_at = excluded.due_at`,
      values: [dealId, documentId, dueAt],
    })
  },

  remove: async (dealId: string, documentId: string): Promise<void> => {
    await database.query({
      name: 'pending_embeddings_remove',
      text: 'DELETE FROM pending_embeddings WHERE deal_id = $1 AND document_id = $2',
      values: [dealId, documentId],
    })
  },

  /** Leases documents that are due, oldest first; skips rows that another node is leasing. */
  take: async (now: Date, until: Date, limit: number): Promise<EmbeddingLease[]> => {
    const { rows } = await database.query<EmbeddingLease>({
      name: 'pending_embeddings_take',
      text: `UPDATE pending_embeddings SET due_at = $2 WHERE document_id IN (
          SELECT document_id FROM pending_embeddings WHERE due_at <= $1
          ORDER BY due_at, document_id LIMIT $3 FOR UPDATE SKIP LOCKED)
        RETURNING deal_id AS "dealId", document_id AS "documentId", due_at AS "dueAt"`,
      values: [now, until, limit],
    })
    return rows
  },

  /** Extends a lease. Undefined: the document was embedded or removed meanwhile, or another node holds it. */
  renew: async (lease: EmbeddingLease, until: Date): Promise<EmbeddingLease | undefined> => {
    const { rows } = await database.query<EmbeddingLease>({
      name: 'pending_embeddings_renew',
      text: `UPDATE pending_embeddings SET due_at = $4 WHERE deal_id = $1 AND document_id = $2 AND due_at = $3
        RETURNING deal_id AS "dealId", document_id AS "documentId", due_at AS "dueAt"`,
      values: [lease.dealId, lease.documentId, lease.dueAt, until],
    })
    return rows[0]
  },

  /** Returns the first passages without a vector. */
  unembedded: async ({ dealId, documentId }: EmbeddingLease, limit: number): Promise<UnembeddedPassage[]> => {
    const { rows } = await database.query<UnembeddedPassage>({
      name: 'pending_embeddings_unembedded',
      text: `SELECT position, content, sheet FROM passages
        WHERE deal_id = $1 AND document_id = $2 AND octet_length(vector) = 0 ORDER BY position LIMIT $3`,
      values: [dealId, documentId, limit],
    })
    return rows
  },

  /** Writes vectors only to passages whose content has not changed since. */
  writeVectors: async (
    { dealId, documentId }: EmbeddingLease,
    passages: readonly UnembeddedPassage[],
    vectors: readonly Buffer[],
  ): Promise<void> => {
    await database.query({
      text: `UPDATE passages SET vector = given.vector
        FROM unnest($3::int[], $4::text[], $5::bytea[]) AS given (position, content, vector)
        WHERE passages.deal_id = $1 AND passages.document_id = $2 AND passages.position = given.position
          AND passages.content = given.content`,
      values: [
        dealId,
        documentId,
        passages.map(({ position }) => position),
        passages.map(({ content }) => content),
        vectors,
      ],
    })
  },
})
