import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { deals } from './deals.ts'
import { documents } from './documents.ts'
import { users } from './users.ts'

/**
 * The search vector of a comment or reply: its words, the people it mentions and its deal as a token that no text can
 * contain, so that a search within one deal does not slow down with matches in other deals. `row` is the row's prefix
 * in SQL.
 */
export const findable = (row = ''): string =>
  `(array_to_tsvector(ARRAY[' ' || md5(${row}deal_id)] || ${row}mentioned::text[]) || to_tsvector('simple', ${row}content))`

/** The place in a document that a comment is about, with what it is found again by in another version. */
export type DocumentAnchor =
  | {
      kind: 'cell'
      sheet: string
      cell: string
      /** The words of its row, the outermost first, and the head of its column. */
      labels: { row: string[]; column: string | null }
      /** What the cell showed when the comment was written. */
      text: string
    }
  | {
      kind: 'passage'
      /** The passage, and where in it the quote begins, with single spaces. */
      position: number
      start: number
      page: number | null
      quote: string
    }

export const comments = pgTable(
  'comments',
  {
    id: uuid('id').primaryKey(),
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    sectionKey: text('section_key'),
    /** The metric it is about; kept even if the metric has been removed from the deal. */
    metricKey: text('metric_key'),
    /** The document it is about; kept even if the document was deleted. */
    documentId: uuid('document_id'),
    documentAnchor: jsonb('document_anchor').$type<DocumentAnchor>(),
    commentType: text('comment_type', {
      enum: ['comment', 'question', 'blocker', 'request', 'suggestion'],
    }).notNull(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id),
    content: text('content').notNull(),
    status: text('status', { enum: ['open', 'resolved', 'accepted', 'rejected'] }).notNull(),
    createdAt: instant('created_at').notNull(),
    /** Changes with every change of the thread, including replies and reactions. */
    updatedAt: instant('updated_at').notNull(),
    editedAt: instant('edited_at'),
    resolvedBy: uuid('resolved_by').references(() => users.id),
    resolvedAt: instant('resolved_at'),
    /** The anchor: the commented text, the text before and after it, and where it was last found. */
    anchorText: text('anchor_text'),
    anchorPrefix: text('anchor_prefix'),
    anchorSuffix: text('anchor_suffix'),
    anchorPosition: integer('anchor_position'),
    anchorStatus: text('anchor_status', { enum: ['anchored', 'moved', 'orphaned', 'none'] }).notNull(),
    mentioned: uuid('mentioned').array().notNull(),
    /** The draft of the model provider that wrote it, for its author. */
    draftId: uuid('draft_id'),
    suggestion: jsonb('suggestion').$type<{ replacement: string; base_version: number }>(),
    version: integer('version').notNull(),
    replyCount: integer('reply_count').notNull(),
    /** When it was deleted: it is then in no list, and its texts are erased. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('comments_newest').on(table.dealId, table.createdAt, table.id).where(sql`${table.deletedAt} IS NULL`),
    index('comments_section')
      .on(table.dealId, table.sectionKey, table.createdAt, table.id)
      .where(sql`${table.deletedAt} IS NULL`),
    index('comments_metric')
      .on(table.dealId, table.metricKey, table.createdAt, table.id)
      .where(sql`${table.metricKey} IS NOT NULL AND ${table.deletedAt} IS NULL`),
    index('comments_document')
      .on(table.dealId, table.documentId, table.createdAt, table.id)
      .where(sql`${table.documentId} IS NOT NULL AND ${table.deletedAt} IS NULL`),
    index('comments_updated').on(table.dealId, table.updatedAt).where(sql`${table.deletedAt} IS NULL`),
    index('comments_open_blockers')
      .on(table.dealId)
      .where(sql`${table.commentType} = 'blocker' AND ${table.status} = 'open' AND ${table.deletedAt} IS NULL`),
    index('comments_findable').using('gin', sql.raw(findable())),
  ],
)

/** Earlier texts of edited comments. */
export const commentRevisions = pgTable(
  'comment_revisions',
  {
    commentId: uuid('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    content: text('content').notNull(),
    at: instant('at').notNull(),
    size: integer('size').generatedAlwaysAs(sql`octet_length(content)`),
    /** The organization or person whose quota it counts against; set by a trigger. */
    chargedTo: uuid('charged_to'),
  },
  (table) => [primaryKey({ columns: [table.commentId, table.version] })],
)

export const commentReplies = pgTable(
  'comment_replies',
  {
    id: uuid('id').primaryKey(),
    commentId: uuid('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    /** The deal of its comment. */
    dealId: text('deal_id').notNull(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id),
    content: text('content').notNull(),
    createdAt: instant('created_at').notNull(),
    editedAt: instant('edited_at'),
    mentioned: uuid('mentioned').array().notNull(),
  },
  (table) => [
    index('comment_replies_oldest').on(table.commentId, table.createdAt, table.id),
    index('comment_replies_findable').using('gin', sql.raw(findable())),
  ],
)

export const commentReactions = pgTable(
  'comment_reactions',
  {
    commentId: uuid('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    emoji: text('emoji').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.commentId, table.emoji, table.userId] })],
)

/**
 * New versions of documents, into which the comments on an earlier version follow. A row stays when they have, so that a
 * reopened comment follows too.
 */
export const commentFollowings = pgTable(
  'comment_followings',
  {
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    formerId: uuid('former_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    dealId: text('deal_id').notNull(),
    /** Whether only comments on cells follow: the workbook replaced another one as the model. */
    cellsOnly: boolean('cells_only').notNull(),
    demandedAt: instant('demanded_at').notNull(),
    /** When it is due; null if it is done. A node that works on it postpones this, so that no other does. */
    dueAt: instant('due_at'),
    /** The last comment that was looked at, so that interrupted work continues there. */
    afterTime: instant('after_time'),
    afterId: uuid('after_id'),
    anchored: integer('anchored').notNull(),
    moved: integer('moved').notNull(),
    orphaned: integer('orphaned').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.formerId] }),
    index('comment_followings_former').on(table.formerId),
    index('comment_followings_due').on(table.dealId, table.demandedAt).where(sql`${table.dueAt} IS NOT NULL`),
  ],
)
