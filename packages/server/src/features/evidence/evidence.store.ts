import type { Database } from '../../platform/database/database.ts'
import type { Passage } from './cut-passages.ts'

/** Identifies a passage of a deal. */
export interface PassageKey {
  documentId: string
  position: number
}

export interface FoundPassage extends PassageKey, Passage {
  fileName: string
}

export interface EmbeddedPassage extends Passage {
  vector: Float32Array
}

export interface Namespace {
  embeddingModel: string
  dimension: number
  passages: number
  /** Changes whenever the passages change. */
  updatedAt: Date
  /** Whether documents of the deal still wait to be embedded. */
  hasPending: boolean
}

export type EvidenceStore = ReturnType<typeof createEvidenceStore>

/** Quotes a word for a tsquery; words contain only letters and digits. */
const quoted = (word: string): string => `'${word}'`

/** Limits on the passages ranked per search. */
const maxWithAllWords = 200
const maxWithOneWord = 50

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

export const createEvidenceStore = (database: Database) => ({
  /** Does nothing if the namespace already exists. */
  open: async (dealId: string, embeddingModel: string, at: Date): Promise<void> => {
    await database.query({
      name: 'evidence_open',
      text: `INSERT INTO vector_namespaces (deal_id, embedding_model, dimension, documents, passages, created_at, updated_at)
        VALUES ($1, $2, 0, 0, 0, $3, $3) ON CONFLICT (deal_id) DO NOTHING`,
      values: [dealId, embeddingModel, at],
    })
  },

  /**
   * Switches the deal to an embedding model. Clears the vectors of another model and schedules their documents to be
   * embedded again.
   */
  useModel: async (dealId: string, embeddingModel: string, at: Date): Promise<void> => {
    await database.query({
      name: 'evidence_use_model',
      text: `WITH moved AS (
          UPDATE vector_namespaces SET embedding_model = $2, dimension = 0
          WHERE deal_id = $1 AND embedding_model <> $2 RETURNING deal_id
        )        , emptied AS (
          UPDATE passages SET vector = ''::bytea FROM moved WHERE passages.deal_id = moved.deal_id
        )
        INSERT INTO pending_embeddings (document_id, deal_id, due_at)
        SELECT DISTINCT p.document_id, p.deal_id, $3::timestamptz FROM passages p JOIN moved USING (deal_id)
        ON CONFLICT (document_id) DO NOTHING`,
      values: [dealId, embeddingModel, at],
    })
  },

  namespace: async (dealId: string): Promise<Namespace | undefined> => {
    const { rows } = await database.query<Namespace>({
      name: 'evidence_namespace',
      text: `SELECT embedding_model AS "embeddingModel", dimension, passages, updated_at AS "updatedAt",
          EXISTS (SELECT FROM pending_embeddings WHERE deal_id = $1) AS "hasPending"
        FROM vector_namespaces WHERE deal_id = $1`,
      values: [dealId],
    })
    return rows[0]
  },

  /** Writes passages of a document, starting at position `first`. */
  add: async (
    { dealId, documentId }: { dealId: string; documentId: string },
    first: number,
    passages: readonly EmbeddedPassage[],
  ): Promise<void> => {
    await database.query({
      text: `INSERT INTO passages (deal_id, document_id, position, page, sheet, cell, content, vector)
        SELECT $1, $2, * FROM unnest($3::int[], $4::int[], $5::text[], $6::text[], $7::text[], $8::bytea[])
        ON CONFLICT (deal_id, document_id, position) DO UPDATE SET page = excluded.page, sheet = excluded.sheet,
          cell = excluded.cell, content = excluded.content, vector = excluded.vector`,
      values: [
        dealId,
        documentId,
        passages.map((_, place) => first + place),
        passages.map(({ page }) => page),
        passages.map(({ sheet }) => sheet),
        passages.map(({ cell }) => cell),
        passages.map(({ content }) => content),
        passages.map(({ vector }) => bytesOf(vector)),
      ],
    })
  },

  /** Updates the counts of the namespace. */
  recount: async (dealId: string, dimension: number | undefined, at: Date): Promise<void> => {
    await database.query({
      name: 'evidence_recount',
      text: `UPDATE vector_namespaces SET updated_at = $3, dimension = coalesce($2, nullif(dimension, 0),
            (SELECT octet_length(vector) / 4 FROM passages WHERE deal_id = $1 AND octet_length(vector) > 0 LIMIT 1), 0),
          (documents, passages) = (SELECT count(DISTINCT document_id), count(*) FROM passages WHERE deal_id = $1)
        WHERE deal_id = $1`,
      values: [dealId, dimension ?? null, at],
    })
  },

  forget: async (dealId: string, documentId: string): Promise<void> => {
    await database.query({
      text: 'DELETE FROM passages WHERE deal_id = $1 AND document_id = $2',
      values: [dealId, documentId],
    })
  },

  /**
   * Returns passages that share words with the query, best first. Ranking is slow and a common word occurs in every
   * passage, so only some passages are ranked: those with all words, and a few for each word, so that a rare word is
   * found next to a common one.
   */
  sharingWords: async (dealId: string, words: readonly string[], limit: number): Promise<PassageKey[]> => {
    if (words.length === 0) return []
    const { rows } = await database.query<PassageKey>({
      name: 'evidence_words',
      text: `WITH any_word AS (
          SELECT (quote_literal(' ' || md5($1))::tsquery && to_tsquery('simple', word)) AS here, $5::int AS most
          FROM unnest($3::text[]) AS word
        ), wanted AS (
          SELECT (quote_literal(' ' || md5($1))::tsquery && to_tsquery('simple', $2)) AS here, $4::int AS most
          UNION ALL SELECT here, most FROM any_word
        ), found AS (
          SELECT DISTINCT p.document_id, p.position FROM wanted CROSS JOIN LATERAL (
            SELECT document_id, position FROM passages WHERE findable @@ wanted.here LIMIT wanted.most
          ) p
        )
        SELECT document_id AS "documentId", position FROM found JOIN passages USING (document_id, position)
        WHERE deal_id = $1
        ORDER BY ts_rank(findable, to_tsquery('simple', $6), 1) DESC, document_id, position LIMIT $7`,
      values: [
        dealId,
        words.map(quoted).join(' & '),
        words.map(quoted),
        maxWithAllWords,
        maxWithOneWord,
        words.map(quoted).join(' | '),
        limit,
      ],
    })
    return rows
  },

  /** Returns the vectors of a deal page by page, in a fixed order. */
  vectors: async (dealId: string, after: PassageKey | undefined, limit: number) => {
    const { rows } = await database.query<PassageKey & { vector: Buffer }>({
      name: 'evidence_vectors',
      text: `SELECT document_id AS "documentId", position, vector FROM passages
        WHERE deal_id = $1 AND (document_id, position) > ($2, $3) ORDER BY document_id, position LIMIT $4`,
      values: [dealId, after?.documentId ?? '00000000-0000-0000-0000-000000000000', after?.position ?? -1, limit],
    })
    return rows
  },

  read: async (dealId: string, keys: readonly PassageKey[]): Promise<FoundPassage[]> => {
    const { rows } = await database.query<FoundPassage>({
      name: 'evidence_read',
      text: `SELECT p.document_id AS "documentId", p.position, p.page, p.sheet, p.cell, p.content, d.file_name AS "fileName"
        FROM unnest($2::uuid[], $3::int[]) WITH ORDINALITY AS wanted (document_id, position, place)
        JOIN passages p ON p.deal_id = $1 AND p.document_id = wanted.document_id AND p.position = wanted.position
        JOIN documents d ON d.id = p.document_id AND d.deal_id = $1
        ORDER BY wanted.place`,
      values: [dealId, keys.map(({ documentId }) => documentId), keys.map(({ position }) => position)],
    })
    return rows
  },
})
