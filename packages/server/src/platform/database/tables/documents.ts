import type { DocumentKind } from '@deal-canvas/contract'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { users } from './users.ts'

/** Files of a deal. There is no foreign key, because an intake conversation may only have reserved the deal so far. */
export const documents = pgTable(
  'documents',
  {
    id: uuid('id').primaryKey(),
    dealId: text('deal_id').notNull(),
    fileName: text('file_name').notNull(),
    /** Detected from the content, not from the name. */
    kind: text('kind').$type<DocumentKind>().notNull(),
    /** The folder in the archive that it came in. */
    path: text('path'),
    /** The mail that it was attached to. */
    parentId: uuid('parent_id'),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** The blob that holds its content. */
    sha256: text('sha256').notNull(),
    /** Processing state: stored, waiting for its password, content extracted, indexed as evidence, or failed. */
    state: text('state', { enum: ['stored', 'password_needed', 'digitized', 'indexed', 'failed'] }).notNull(),
    problem: text('problem'),
    /** When somebody took note that it could not be read; null: nobody has, or it was sent again since. */
    problemDismissedAt: instant('problem_dismissed_at'),
    /** The title inside the document. */
    title: text('title'),
    /** Number of pages or sheets. */
    parts: integer('parts'),
    /** Pages to be read by text recognition, and those that are read; null if there are none. */
    ocrPages: integer('ocr_pages'),
    ocrRead: integer('ocr_read'),
    uploadedBy: uuid('uploaded_by')
      .notNull()
      .references(() => users.id),
    /** The organization or person whose quota it counts against. Set by a trigger, which also updates the total. */
    chargedTo: uuid('charged_to'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('documents_deal').on(table.dealId, table.createdAt, table.id),
    index('documents_blob').on(table.sha256),
  ],
)

/** Images cropped from documents. */
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
    /** The comment that the image belongs to; an image without one is removed after a day. */
    commentId: uuid('comment_id'),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    /** The organization or person whose quota it counts against. Set by a trigger, which also updates the total. */
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

/**
 * Total bytes of all files of an organization's deals, or of a person's own. Maintained by triggers, whatever writes.
 */
export const storageUsage = pgTable('storage_usage', {
  ownerId: uuid('owner_id').primaryKey(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
})
