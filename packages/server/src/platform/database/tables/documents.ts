import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { users } from './users.ts'

/** Files of a deal. The deal may so far be only reserved by an intake conversation, so nothing refers to its row. */
export const documents = pgTable(
  'documents',
  {
    id: uuid('id').primaryKey(),
    dealId: text('deal_id').notNull(),
    fileName: text('file_name').notNull(),
    /** By content, whatever the name says. */
    kind: text('kind', { enum: ['xlsx', 'xlsm', 'csv', 'pdf', 'docx', 'txt', 'md'] }).notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** The blob with its content. */
    sha256: text('sha256').notNull(),
    /** How far it is: stored, its content extracted, found in the evidence; or why it could not be read. */
    state: text('state', { enum: ['stored', 'digitized', 'indexed', 'failed'] }).notNull(),
    problem: text('problem'),
    /** What the document calls itself. */
    title: text('title'),
    /** Pages, or sheets. */
    parts: integer('parts'),
    uploadedBy: uuid('uploaded_by')
      .notNull()
      .references(() => users.id),
    /** The organization or the person whose quota it counts against. Set by a trigger, which keeps the sum as well. */
    chargedTo: uuid('charged_to'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('documents_deal').on(table.dealId, table.createdAt, table.id),
    index('documents_blob').on(table.sha256),
  ],
)

/** Pictures cut out of documents. */
export const imageCrops = pgTable(
  'image_crops',
  {
    id: uuid('id').primaryKey(),
    dealId: text('deal_id').notNull(),
    documentId: uuid('document_id').references(() => documents.id, { onDelete: 'set null' }),
    page: integer('page'),
    mediaType: text('media_type', { enum: ['image/png', 'image/jpeg', 'image/webp'] }).notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    /** The comment that has it as its own; one without is removed after a day. */
    commentId: uuid('comment_id'),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    /** The organization or the person whose quota it counts against. Set by a trigger, which keeps the sum as well. */
    chargedTo: uuid('charged_to'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('image_crops_deal').on(table.dealId, table.createdAt, table.id),
    index('image_crops_blob').on(table.sha256),
    index('image_crops_comment').on(table.commentId).where(sql`${table.commentId} IS NOT NULL`),
    index('image_crops_unused').on(table.createdAt).where(sql`${table.commentId} IS NULL`),
  ],
)

/** The bytes of all files of an organization's deals, or of a person's own. Kept by triggers, whatever writes. */
export const storageUsage = pgTable('storage_usage', {
  ownerId: uuid('owner_id').primaryKey(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
})
