import type { Database } from '../../platform/database/database.ts'
import type { Passage } from './cut-passages.ts'
import type { QueryTerm } from './ranking/query-terms.ts'

/** Identifies a passage of a deal. */
export interface PassageKey {
  documentId: string
  position: number
}

/** A passage of a document that is known. */
export interface StoredPassage {
  position: number
  page: number | null
  content: string
}

export interface FoundPassage extends PassageKey, Passage {
  fileName: string
  /** The words that name its document: file name, title, first lines. */
  documentName: string
}

/** Which passages a search looks at; absent: all. */
export interface PassageFilter {
  documentId?: string | undefined
  /** `workbook`: what has cells. */
  kind?: 'document' | 'workbook' | undefined
}

export interface Namespace {
  embeddingModel: string
  /** 0 until the vectors of all its documents are of that model. */
  dimension: number
  passages: number
  /** Changes whenever the passages change. */
  updatedAt: Date
  /** Whether documents of the deal still wait to be embedded. */
  hasPending: boolean
}

export type EvidenceStore = ReturnType<typeof createEvidenceStore>

/** A stem finds the words that begin with it; short words and numbers only themselves. Stems hold no operators. */
const lexeme = (stem: string): string => (stem.length < 3 || /\d/.test(stem) ? `'${stem}'` : `'${stem}':*`)

/** A tsquery for a term: the word, or all words of one of its synonyms. */
const anyPhrase = ({ phrases }: QueryTerm): string =>
  [...phrases.keys()].map((phrase) => `(${phrase.split(' ').map(lexeme).join(' & ')})`).join(' | ')

/** A passage of a sheet has a sheet. */
const isSheet = ({ kind }: PassageFilter): boolean | null => (kind === undefined ? null : kind === 'workbook')

/** Limits on the passages ranked per search. */
const maxWithAllWords = 200
const maxWithOneWord = 50

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
   * Moves deals whose vectors are of another model: clears those vectors and schedules their documents. Until the last
   * one is embedded, the dimension is 0 and the deal is searched by words. Two nodes move different deals.
   */
  moveToModel: async (embeddingModel: string, at: Date, limit: number): Promise<void> => {
    await database.query({
      name: 'evidence_move_to_model',
      text: `WITH moved AS (
          UPDATE vector_namespaces SET embedding_model = $1, dimension = 0, updated_at = $2 WHERE deal_id IN (
            SELECT deal_id FROM vector_namespaces WHERE embedding_model <> $1 LIMIT $3 FOR UPDATE SKIP LOCKED
          ) RETURNING deal_id
        ), emptied AS (
          UPDATE passages SET vector = ''::bytea FROM moved WHERE passages.deal_id = moved.deal_id
        )
        INSERT INTO pending_embeddings (document_id, deal_id, due_at)
        SELECT DISTINCT p.document_id, p.deal_id, $2::timestamptz FROM passages p JOIN moved USING (deal_id)
        ON CONFLICT (document_id) DO UPDATE SET due_at = excluded.due_at`,
      values: [embeddingModel, at, limit],
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

  /** Writes passages of a document, starting at position `first`, without their vectors. */
  add: async (
    { dealId, documentId }: { dealId: string; documentId: string },
    first: number,
    passages: readonly Passage[],
  ): Promise<void> => {
    await database.query({
      text: `INSERT INTO passages (deal_id, document_id, position, page, sheet, cell, content, vector)
        SELECT $1, $2, *, ''::bytea FROM unnest($3::int[], $4::int[], $5::text[], $6::text[], $7::text[])
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
      ],
    })
  },

  /** Updates the counts of the namespace. */
  recount: async (dealId: string, at: Date): Promise<void> => {
    await database.query({
      name: 'evidence_recount',
      text: `UPDATE vector_namespaces SET updated_at = $2,
          (documents, passages) = (SELECT count(DISTINCT document_id), count(*) FROM passages WHERE deal_id = $1)
        WHERE deal_id = $1`,
      values: [dealId, at],
    })
  },

  /** Lets the deal be searched by vectors once no document waits for its own. */
  complete: async (dealId: string, dimension: number, at: Date): Promise<void> => {
    await database.query({
      name: 'evidence_complete',
      text: `UPDATE vector_namespaces SET updated_at = $3, dimension = CASE
          WHEN dimension > 0 OR NOT EXISTS (SELECT FROM pending_embeddings WHERE deal_id = $1) THEN $2 ELSE 0 END
        WHERE deal_id = $1`,
      values: [dealId, dimension, at],
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
  sharingWords: async (
    dealId: string,
    terms: readonly QueryTerm[],
    filter: PassageFilter,
    limit: number,
  ): Promise<PassageKey[]> => {
    if (terms.length === 0) return []
    const words = terms.map(anyPhrase)
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
            SELECT document_id, position FROM passages WHERE findable @@ wanted.here
              AND ($8::uuid IS NULL OR document_id = $8) AND ($9::boolean IS NULL OR (sheet IS NOT NULL) = $9)
            LIMIT wanted.most
          ) p
        )
        SELECT document_id AS "documentId", position FROM found JOIN passages USING (document_id, position)
        WHERE deal_id = $1
        ORDER BY ts_rank(findable, to_tsquery('simple', $6), 1) DESC, document_id, position LIMIT $7`,
      values: [
        dealId,
        words.map((word) => `(${word})`).join(' & '),
        words,
        maxWithAllWords,
        maxWithOneWord,
        words.join(' | '),
        limit,
        filter.documentId ?? null,
        isSheet(filter),
      ],
    })
    return rows
  },

  /** Undefined: all documents of the deal. */
  documentsIn: async (dealId: string, filter: PassageFilter): Promise<ReadonlySet<string> | undefined> => {
    if (filter.documentId === undefined && filter.kind === undefined) return undefined
    const { rows } = await database.query<PassageKey>({
      name: 'evidence_documents_in',
      text: `SELECT DISTINCT document_id AS "documentId" FROM passages
        WHERE deal_id = $1 AND ($2::uuid IS NULL OR document_id = $2) AND ($3::boolean IS NULL OR (sheet IS NOT NULL) = $3)`,
      values: [dealId, filter.documentId ?? null, isSheet(filter)],
    })
    return new Set(rows.map(({ documentId }) => documentId))
  },

  /** Returns passages of a document in order, from a position on. */
  passagesFrom: async (
    { dealId, documentId }: { dealId: string; documentId: string },
    from: number,
    limit: number,
  ): Promise<StoredPassage[]> => {
    const { rows } = await database.query<StoredPassage>({
      name: 'evidence_passages_from',
      text: `SELECT position, page, content FROM passages
        WHERE deal_id = $1 AND document_id = $2 AND position >= $3 ORDER BY position LIMIT $4`,
      values: [dealId, documentId, from, limit],
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

  /** The page of a passage. */
  pageOf: async (dealId: string, { documentId, position }: PassageKey): Promise<number | undefined> => {
    const { rows } = await database.query<{ page: number | null }>({
      name: 'evidence_page_of',
      text: 'SELECT page FROM passages WHERE deal_id = $1 AND document_id = $2 AND position = $3',
      values: [dealId, documentId, position],
    })
    return rows[0]?.page ?? undefined
  },

  /** The last page with a passage; 0 if there is none. Pages without text have a number too. */
  lastPage: async (dealId: string, documentId: string): Promise<number> => {
    const { rows } = await database.query<{ page: number | null }>({
      name: 'evidence_last_page',
      text: 'SELECT max(page) AS page FROM passages WHERE deal_id = $1 AND document_id = $2',
      values: [dealId, documentId],
    })
    return rows[0]?.page ?? 0
  },

  /** The passages of some pages of a document, in order. */
  ofPages: async (
    dealId: string,
    documentId: string,
    pages: readonly number[],
  ): Promise<{ position: number; page: number; content: string }[]> => {
    const { rows } = await database.query<{ position: number; page: number; content: string }>({
      name: 'evidence_of_pages',
      text: `SELECT position, page, content FROM passages
        WHERE deal_id = $1 AND document_id = $2 AND page = ANY ($3::int[]) ORDER BY position`,
      values: [dealId, documentId, [...pages]],
    })
    return rows
  },

  read: async (dealId: string, keys: readonly PassageKey[]): Promise<FoundPassage[]> => {
    const { rows } = await database.query<FoundPassage>({
      name: 'evidence_read',
      text: `SELECT p.document_id AS "documentId", p.position, p.page, p.sheet, p.cell, p.content, d.file_name AS "fileName",
          concat_ws(' ', d.file_name, d.title, left(first.content, 300)) AS "documentName"
        FROM unnest($2::uuid[], $3::int[]) WITH ORDINALITY AS wanted (document_id, position, place)
        JOIN passages p ON p.deal_id = $1 AND p.document_id = wanted.document_id AND p.position = wanted.position
        JOIN documents d ON d.id = p.document_id AND d.deal_id = $1
        LEFT JOIN passages first ON first.deal_id = $1 AND first.document_id = p.document_id AND first.position = 0
        ORDER BY wanted.place`,
      values: [dealId, keys.map(({ documentId }) => documentId), keys.map(({ position }) => position)],
    })
    return rows
  },
})
