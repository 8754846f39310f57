import { sql } from 'drizzle-orm'
import { customType, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { deals } from './deals.ts'
import { documents } from './documents.ts'

/** 32-bit floats stored as bytes. As an SQL array they arrived as text, which took ten times as long to parse. */
const floats = customType<{ data: Float32Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength),
  // A copy, because a Float32Array view needs an offset that is a multiple of four.
  fromDriver: (bytes) => new Float32Array(Uint8Array.from(bytes).buffer),
})

const words = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** A deal's namespace in the evidence index. */
export const vectorNamespaces = pgTable('vector_namespaces', {
  dealId: text('deal_id')
    .primaryKey()
    .references(() => deals.id, { onDelete: 'cascade' }),
  /** The model that produced its vectors; vectors of different models cannot be compared. */
  embeddingModel: text('embedding_model').notNull(),
  dimension: integer('dimension').notNull(),
  documents: integer('documents').notNull(),
  passages: integer('passages').notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/** Documents found by keyword search only, until their passages are embedded. */
export const pendingEmbeddings = pgTable(
  'pending_embeddings',
  {
    documentId: uuid('document_id')
      .primaryKey()
      .references(() => documents.id, { onDelete: 'cascade' }),
    dealId: text('deal_id')
      .notNull()
      .references(() => vectorNamespaces.dealId, { onDelete: 'cascade' }),
    /** When the next attempt is due. A node that embeds the document postpones it, so that no other node takes it. */
    dueAt: instant('due_at').notNull(),
  },
  (table) => [index('pending_embeddings_due').on(table.dueAt), index('pending_embeddings_deal').on(table.dealId)],
)

/** The text of documents, split into passages. */
export const passages = pgTable(
  'passages',
  {
    dealId: text('deal_id')
      .notNull()
      .references(() => vectorNamespaces.dealId, { onDelete: 'cascade' }),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    /** Position in the document. */
    position: integer('position').notNull(),
    page: integer('page'),
    sheet: text('sheet'),
    cell: text('cell'),
    content: text('content').notNull(),
    vector: floats('vector').notNull(),
    /**
     * Search vector: its words, and its deal as a token that no text can contain. Stored, because computing it is slow.
     */
    findable: words('findable').generatedAlwaysAs(
      sql`array_to_tsvector(ARRAY[' ' || md5(deal_id)]) || to_tsvector('simple', content)`,
    ),
  },
  (table) => [
    primaryKey({ columns: [table.dealId, table.documentId, table.position] }),
    index('passages_found_by').using('gin', table.findable),
  ],
)
