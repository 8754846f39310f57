import { maxKeptSections, maxSections } from '@deal-canvas/contract'
import { and, asc, count, desc, eq, getTableColumns, isNotNull, isNull, lt, max, sql } from 'drizzle-orm'
import { maxAnswerBytes } from '../../../answer-size.ts'
import type { Database } from '../../../platform/database/database.ts'
import { comments } from '../../../platform/database/tables/comments.ts'
import { sections, sectionVersions } from '../../../platform/database/tables/sections.ts'
import { users } from '../../../platform/database/tables/users.ts'
import type { Placed } from './memo-order.ts'

/** The last author as shown to others; null if there is none. */
interface UpdatedBy {
  updatedByName: string | null
  updatedByEmailVerified: boolean | null
}

const author = { updatedByName: users.displayName, updatedByEmailVerified: users.emailVerified }

type StoredSection = Omit<typeof sections.$inferSelect, 'contentLength'>
/** A section with its last author. */
export type SectionRow = StoredSection & UpdatedBy
/** A section without its text. */
export type SectionHead = Pick<
  StoredSection,
  'sectionKey' | 'title' | 'position' | 'cited' | 'version' | 'draftedVersion'
>
/** A section that was removed from the memo. */
export interface RemovedRow extends Pick<StoredSection, 'sectionKey' | 'title' | 'version' | 'position'> {
  openComments: number
  openBlockers: number
  removedAt: Date
  removedBy: string
  removedByName: string
  removedByEmailVerified: boolean
}
export type VersionRow = Omit<
  typeof sectionVersions.$inferSelect,
  'dealId' | 'sectionKey' | 'salt' | 'size' | 'chargedTo'
> &
  UpdatedBy

/**
 * Anchors beyond this number in one section are detached instead of followed; no ordinary section has that many
 * comments.
 */
const maxAnchors = 5_000

export type SectionsStore = ReturnType<typeof createSectionsStore>

interface AnchorChange {
  id: string
  position: number | null
  status: string
  prefix: string | null
  suffix: string | null
}

export const createSectionsStore = (database: Database) => {
  const { db } = database
  const { contentLength, ...columns } = getTableColumns(sections)
  const withName = { ...columns, ...author }

  const one = db
    .select(withName)
    .from(sections)
    .leftJoin(users, eq(users.id, sections.updatedBy))
    .where(and(eq(sections.dealId, sql.placeholder('dealId')), eq(sections.sectionKey, sql.placeholder('sectionKey'))))

  const inMemo = isNull(sections.removedAt)
  const memoOrder = [asc(sections.position), asc(sections.sectionKey)]

  const kept = one.prepare('section_kept')
  const locked = one.for('update', { of: sections }).prepare('section_locked')

  return {
    /** With their texts, in memo order. */
    whole: (dealId: string): Promise<SectionRow[]> =>
      db
        .select(withName)
        .from(sections)
        .leftJoin(users, eq(users.id, sections.updatedBy))
        .where(and(eq(sections.dealId, dealId), inMemo))
        .orderBy(...memoOrder)
        .limit(maxSections),

    /** Also one that was removed. */
    find: async (dealId: string, sectionKey: string): Promise<SectionRow | undefined> =>
      (await kept.execute({ dealId, sectionKey }))[0],

    /** Also one that was removed. */
    lock: async (dealId: string, sectionKey: string): Promise<SectionRow | undefined> =>
      (await locked.execute({ dealId, sectionKey }))[0],

    heads: (dealId: string): Promise<SectionHead[]> =>
      db
        .select({
          sectionKey: sections.sectionKey,
          title: sections.title,
          position: sections.position,
          cited: sections.cited,
          version: sections.version,
          draftedVersion: sections.draftedVersion,
        })
        .from(sections)
        .where(and(eq(sections.dealId, dealId), inMemo))
        .orderBy(...memoOrder)
        .limit(maxSections),

    /**
     * Number of sections and code points in the memo; also the number of all sections with the removed ones, and the
     * next position that none of them has.
     */
    extent: async (dealId: string): Promise<{ count: number; kept: number; next: number; characters: number }> => {
      const [row] = await db
        .select({
          count: sql<number>`count(*) FILTER (WHERE ${inMemo})`.mapWith(Number),
          kept: count(),
          last: max(sections.position),
          characters: sql<number>`coalesce(sum(${contentLength}) FILTER (WHERE ${inMemo}), 0)`.mapWith(Number),
        })
        .from(sections)
        .where(eq(sections.dealId, dealId))
      return {
        count: row?.count ?? 0,
        kept: row?.kept ?? 0,
        next: (row?.last ?? -1) + 1,
        characters: row?.characters ?? 0,
      }
    },

    /** Which of the keys a section has, in the memo or removed. */
    takenKeys: async (dealId: string, beginning: string): Promise<Set<string>> => {
      const rows = await db
        .select({ sectionKey: sections.sectionKey })
        .from(sections)
        .where(and(eq(sections.dealId, dealId), sql`starts_with(${sections.sectionKey}, ${beginning})`))
        .limit(maxKeptSections)
      return new Set(rows.map(({ sectionKey }) => sectionKey))
    },

    removedKeys: async (dealId: string): Promise<Set<string>> => {
      const rows = await db
        .select({ sectionKey: sections.sectionKey })
        .from(sections)
        .where(and(eq(sections.dealId, dealId), isNotNull(sections.removedAt)))
        .limit(maxKeptSections)
      return new Set(rows.map(({ sectionKey }) => sectionKey))
    },

    move: async (dealId: string, places: readonly Placed[]): Promise<void> => {
      if (places.length === 0) return
      await database.query({
        name: 'section_move',
        text: `UPDATE sections s SET position = moved.position
          FROM unnest($2::text[], $3::int[]) AS moved (section_key, position)
          WHERE s.deal_id = $1 AND s.section_key = moved.section_key`,
        values: [dealId, places.map(({ sectionKey }) => sectionKey), places.map(({ position }) => position)],
      })
    },

    /** Removes a section from the memo, or puts it back. */
    settle: async (
      { dealId, sectionKey }: Pick<StoredSection, 'dealId' | 'sectionKey'>,
      change: Partial<Pick<StoredSection, 'removedAt' | 'removedBy' | 'position'>>,
    ): Promise<void> => {
      await db
        .update(sections)
        .set(change)
        .where(and(eq(sections.dealId, dealId), eq(sections.sectionKey, sectionKey)))
    },

    /** The last removed first. */
    removed: async (
      dealId: string,
      { after, limit }: { after: { time: Date; sectionKey: string } | undefined; limit: number },
    ): Promise<RemovedRow[]> => {
      const { rows } = await database.query<RemovedRow>({
        name: 'sections_removed',
        text: `SELECT s.section_key AS "sectionKey", s.title, s.version, s.position, s.removed_at AS "removedAt",
            s.removed_by AS "removedBy", u.display_name AS "removedByName", u.email_verified AS "removedByEmailVerified",
            (SELECT count(*)::int FROM comments c WHERE c.deal_id = s.deal_id AND c.section_key = s.section_key
              AND c.deleted_at IS NULL AND c.status = 'open') AS "openComments",
            (SELECT count(*)::int FROM comments c WHERE c.deal_id = s.deal_id AND c.section_key = s.section_key
              AND c.deleted_at IS NULL AND c.status = 'open' AND c.comment_type = 'blocker') AS "openBlockers"
          FROM sections s JOIN users u ON u.id = s.removed_by
          WHERE s.deal_id = $1 AND s.removed_at IS NOT NULL
            AND ($2::timestamptz IS NULL OR (s.removed_at, s.section_key) < ($2::timestamptz, $3::text))
          ORDER BY s.removed_at DESC, s.section_key DESC LIMIT $4`,
        values: [dealId, after?.time ?? null, after?.sectionKey ?? null, limit],
      })
      return rows
    },

    /** Stores the section and its version in one statement. Returns the author. */
    put: async (section: StoredSection & { salt: string }): Promise<UpdatedBy> => {
      const { dealId, sectionKey, title, content, version, position, cited, stale, fence, updatedBy, updatedAt, salt } =
        section
      const { draftedVersion } = section
      const { rows } = await database.query<UpdatedBy>({
        name: 'section_put',
        text: `WITH kept AS (
            INSERT INTO section_versions (deal_id, section_key, version, title, content, updated_by, updated_at, salt)
            VALUES ($1, $2, $5, $3, $4, $10, $11, $12)
          )
          INSERT INTO sections (deal_id, section_key, title, content, version, position, cited, stale, fence, updated_by,
            updated_at, drafted_version)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $13)
          ON CONFLICT (deal_id, section_key) DO UPDATE SET title = excluded.title, content = excluded.content,
            version = excluded.version, cited = excluded.cited, stale = excluded.stale, fence = excluded.fence,
            updated_by = excluded.updated_by, updated_at = excluded.updated_at,
            drafted_version = excluded.drafted_version
          RETURNING (SELECT display_name FROM users WHERE id = sections.updated_by) AS "updatedByName",
            (SELECT email_verified FROM users WHERE id = sections.updated_by) AS "updatedByEmailVerified"`,
        values: [
          dealId,
          sectionKey,
          title,
          content,
          version,
          position,
          cited,
          stale,
          fence,
          updatedBy,
          updatedAt,
          salt,
          draftedVersion,
        ],
      })
      return rows[0] ?? { updatedByName: null, updatedByEmailVerified: null }
    },

    /** Updates the fields that can change without a new version. */
    touch: (dealId: string, sectionKey: string, change: { stale: boolean; fence: number }) =>
      db
        .update(sections)
        .set(change)
        .where(and(eq(sections.dealId, dealId), eq(sections.sectionKey, sectionKey))),

    /** Marks removed sections, too, so that they are stale when they come back; answers those in the memo. */
    markStale: async (dealId: string, metricKeys: readonly string[]): Promise<string[]> => {
      const { rows } = await database.query<{ sectionKey: string }>({
        name: 'section_mark_stale',
        text: `WITH marked AS (
            UPDATE sections SET stale = true
            WHERE deal_id = $1 AND NOT stale AND cited && $2::text[] RETURNING section_key, position, removed_at
          )
          SELECT section_key AS "sectionKey" FROM marked WHERE removed_at IS NULL ORDER BY position, section_key`,
        values: [dealId, metricKeys],
      })
      return rows.map(({ sectionKey }) => sectionKey)
    },

    versions: (
      dealId: string,
      sectionKey: string,
      { before, limit }: { before: number | undefined; limit: number },
    ): Promise<VersionRow[]> => {
      const { version, title, content, updatedBy, updatedAt } = getTableColumns(sectionVersions)
      const shown = { version, title, content, updatedBy, updatedAt }
      const bytes = sql<number>`octet_length(${sectionVersions.content})`
      const wanted = db
        .select({
          version: sectionVersions.version,
          bytesBefore: sql<number>`sum(${bytes}) OVER (ORDER BY ${sectionVersions.version} DESC) - ${bytes}`.as(
            'bytes_before',
          ),
        })
        .from(sectionVersions)
        .where(
          and(
            eq(sectionVersions.dealId, dealId),
            eq(sectionVersions.sectionKey, sectionKey),
            before === undefined ? undefined : lt(sectionVersions.version, before),
          ),
        )
        .orderBy(desc(sectionVersions.version))
        .limit(limit)
        .as('wanted')
      return db
        .select({ ...shown, ...author })
        .from(wanted)
        .innerJoin(
          sectionVersions,
          and(
            eq(sectionVersions.dealId, dealId),
            eq(sectionVersions.sectionKey, sectionKey),
            eq(sectionVersions.version, wanted.version),
          ),
        )
        .leftJoin(users, eq(users.id, sectionVersions.updatedBy))
        .where(lt(wanted.bytesBefore, maxAnswerBytes))
        .orderBy(desc(sectionVersions.version))
    },

    /** Anchors of the open comments of a section, newest first. */
    openAnchors: (dealId: string, sectionKey: string) =>
      db
        .select({
          id: comments.id,
          quote: comments.anchorText,
          prefix: comments.anchorPrefix,
          suffix: comments.anchorSuffix,
          position: comments.anchorPosition,
          status: comments.anchorStatus,
        })
        .from(comments)
        .where(
          and(
            eq(comments.dealId, dealId),
            eq(comments.sectionKey, sectionKey),
            isNull(comments.deletedAt),
            eq(comments.status, 'open'),
            isNotNull(comments.anchorText),
          ),
        )
        .orderBy(desc(comments.createdAt), desc(comments.id))
        .limit(maxAnchors),
    maxAnchors,

    /** Detaches the open comments of a section beyond the number that can be followed. */
    detachOthers: async (dealId: string, sectionKey: string, followed: readonly string[], at: Date): Promise<void> => {
      await database.query({
        name: 'section_detach_others',
        text: `UPDATE comments SET anchor_status = 'orphaned', updated_at = greatest(updated_at, $4)
          WHERE deal_id = $1 AND section_key = $2 AND deleted_at IS NULL AND status = 'open'
            AND anchor_status IN ('anchored', 'moved') AND id <> ALL ($3::uuid[])`,
        values: [dealId, sectionKey, followed, at],
      })
    },

    /**
     * Also updates `updated_at` when a status changes, so that clients polling for changes learn of a lost or restored
     * anchor.
     */
    moveAnchors: async (dealId: string, changes: readonly AnchorChange[], at: Date): Promise<void> => {
      await database.query({
        name: 'section_move_anchors',
        text: `UPDATE comments c SET anchor_position = moved.position, anchor_status = moved.status,
            anchor_prefix = moved.prefix, anchor_suffix = moved.suffix,
            updated_at = CASE WHEN c.anchor_status = moved.status THEN c.updated_at ELSE greatest(c.updated_at, $7) END
          FROM unnest($2::uuid[], $3::int[], $4::text[], $5::text[], $6::text[]) AS moved (id, position, status, prefix, suffix)
          WHERE c.deal_id = $1 AND c.id = moved.id`,
        values: [
          dealId,
          changes.map(({ id }) => id),
          changes.map(({ position }) => position),
          changes.map(({ status }) => status),
          changes.map(({ prefix }) => prefix),
          changes.map(({ suffix }) => suffix),
          at,
        ],
      })
    },
  }
}
