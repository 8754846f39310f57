import type { Database } from '../../platform/database/database.ts'
import type { VisibleRatings } from '../committee/index.ts'

export interface Rating {
  id: string
  dealId: string
  sectionKey: string
  userId: string
  rating: number
  comment: string | null
  tags: readonly string[]
  at: Date
  /** Null: its audit-trail event has the rating itself. */
  salt: string | null
}

/** Summary of the ratings that count for one memo section. */
export interface SectionSummary {
  sectionKey: string
  count: number
  /** Null if nobody rated it. */
  mean: number | null
  /** The number of ratings of 1, 2, 3, 4 and 5. */
  distribution: readonly number[]
  /** Most frequent first. */
  tags: readonly (readonly [tag: string, count: number])[]
}

export type FeedbackStore = ReturnType<typeof createFeedbackStore>

const maxTags = 20

/** A condition on a row of `feedback`: the person $2 can see it, by what they can see ($3). */
const seen = (row: string): string => `($3 = 'all' OR ${row}.user_id = $2 OR ($3 = 'of_rated_sections' AND EXISTS (
  SELECT FROM feedback mine WHERE mine.deal_id = ${row}.deal_id AND mine.section_key = ${row}.section_key
    AND mine.user_id = $2 AND mine.counts)))`

export const createFeedbackStore = (database: Database) => ({
  /** Adds a rating that replaces the user's previous one. False: the section does not exist. */
  add: async (given: Rating): Promise<boolean> => {
    const { rowCount } = await database.query({
      name: 'feedback_add',
      text: `WITH former AS (
          UPDATE feedback SET counts = false WHERE deal_id = $2 AND section_key = $3 AND user_id = $4 AND counts
          RETURNING id
        )
        INSERT INTO feedback (id, deal_id, section_key, user_id, section_version, rating, comment, tags, created_at, counts, salt)
        SELECT $1, $2, $3, $4, version, $5, $6, $7, $8, true, $9 FROM sections
        WHERE deal_id = $2 AND section_key = $3 AND removed_at IS NULL
          -- Two ratings of a person must never count at once: this puts the former aside before the new one comes.
          AND (SELECT count(*) FROM former) >= 0`,
      values: [
        given.id,
        given.dealId,
        given.sectionKey,
        given.userId,
        given.rating,
        given.comment,
        given.tags,
        given.at,
        given.salt,
      ],
    })
    return rowCount === 1
  },

  /** Returns every section, in memo order. */
  summary: async (dealId: string, userId: string, visible: VisibleRatings): Promise<SectionSummary[]> => {
    const { rows } = await database.query<SectionSummary>({
      name: 'feedback_summary',
      text: `WITH given AS (
          SELECT f.section_key, f.rating, f.tags FROM feedback f WHERE f.deal_id = $1 AND f.counts AND ${seen('f')}
        ), rated AS (
          SELECT section_key, count(*)::int AS count, round(avg(rating), 2)::float8 AS mean, array[${[1, 2, 3, 4, 5]
            .map((rating) => `count(*) FILTER (WHERE rating = ${rating})`)
            .join(', ')}]::int[] AS distribution
          FROM given GROUP BY section_key
        ), tagged AS (
          SELECT section_key, tag, count(*)::int AS count,
            row_number() OVER (PARTITION BY section_key ORDER BY count(*) DESC, tag) AS place
          FROM given CROSS JOIN unnest(tags) AS tag GROUP BY section_key, tag
        ), tags AS (
          SELECT section_key, json_agg(json_build_array(tag, count) ORDER BY place) AS tags
          FROM tagged WHERE place <= ${maxTags} GROUP BY section_key
        )
        SELECT s.section_key AS "sectionKey", coalesce(rated.count, 0) AS count, rated.mean,
          coalesce(rated.distribution, '{0,0,0,0,0}') AS distribution, coalesce(tags.tags, '[]') AS tags
        FROM sections s LEFT JOIN rated USING (section_key) LEFT JOIN tags USING (section_key)
        WHERE s.deal_id = $1 AND s.removed_at IS NULL ORDER BY s.position, s.section_key`,
      values: [dealId, userId, visible],
    })
    return rows
  },
})
