import { sql } from 'drizzle-orm'
import { customType, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { deals } from './deals.ts'
import { documents } from './documents.ts'

/** Numbers of four bytes each. As an array they came as text, which took ten times as long to read. */
const floats = customType<{ data: Float32Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength),
  // A copy, because a view needs an offset that is a multiple of four.
  fromDriver: (bytes) => new Float32Array(Uint8Array.from(bytes).buffer),
})

const words = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** The room of a deal in the evidence. */
export const vectorNamespaces = pgTable('vector_namespaces', {
  dealId: text('deal_id')
    .primaryKey()
    .references(() => deals.id, { onDelete: 'cascade' }),
  /** What made its vectors; those of another cannot be compared with them. */
  embeddingModel: text('embedding_model').notNull(),
  dimension: integer('dimension').notNull(),
  documents: integer('documents').notNull(),
  passages: integer('passages').notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/** Documents that are found by their words alone until their passages are embedded. */
export const pendingEmbeddings = pgTable(
  'pending_embeddings',
  {
    documentId: uuid('document_id')
      .primaryKey()
      .references(() => documents.id, { onDelete: 'cascade' }),
    dealId: text('deal_id')
      .notNull()
      .references(() => vectorNamespaces.dealId, { onDelete: 'cascade' }),
    /** When the next attempt is due. A node that embeds the document moves it ahead, so that no other node takes it. */
    dueAt: instant('due_at').notNull(),
  },
  (table) => [index('pending_embeddings_due').on(table.dueAt), index('pending_embeddings_deal').on(table.dealId)],
)

/** What documents say, cut into passages. */
export const passages = pgTable(
  'passages',
  {
    dealId: text('deal_id')
      .notNull()
      .references(() => vectorNamespaces.dealId, { onDelete: 'cascade' }),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    /** Its place in the document. */
    position: integer('position').notNull(),
    page: integer('page'),
    sheet: text('sheet'),
    cell: text('cell'),
    content: text('content').notNull(),
    vector: floats('vector').notNull(),
    /** By what it is found: its words and, as a word that nobody can write, its deal. Kept, because to find the words takes long. */
    findable: words('findable').generatedAlwaysAs(
      sql`array_to_tsvector(ARRAY[' ' || md5(deal_id)]) || to_tsvector('simple', content)`,
    ),
  },
  (table) => [
    primaryKey({ columns: [table.dealId, table.documentId, table.position] }),
    index('passages_found_by').using('gin', table.findable),
  ],
)
