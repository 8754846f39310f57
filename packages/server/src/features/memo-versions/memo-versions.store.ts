import type { MetricUnit } from '@deal-canvas/contract'
import type { Database } from '../../platform/database/database.ts'

export interface VersionRow {
  version: number
  at: Date
  madeBy: string | null
  madeByName: string | null
  madeByEmailVerified: boolean | null
  seq: number
  modelVersion: number | null
  currency: string
  sectionsChanged: string[]
  numbersChanged: number
}

/** A section in one version of a memo. */
export interface SectionOfVersion {
  sectionKey: string
  sectionVersion: number
  position: number
  title: string
  /** Bytes of its title and text. */
  size: number
}

/** A section as it was written in one version of a memo. */
export interface WrittenSection {
  sectionKey: string
  title: string
  content: string
  updatedByName: string | null
}

export interface NumberOfVersion {
  metricKey: string
  value: number
  unit: MetricUnit
}

const columns = `v.version, v.at, v.made_by AS "madeBy", u.display_name AS "madeByName",
  u.email_verified AS "madeByEmailVerified", v.seq::float8 AS seq, v.model_version AS "modelVersion", v.currency,
  v.sections_changed AS "sectionsChanged", v.numbers_changed AS "numbersChanged"`

const isIn = 'v.from_version <= $2 AND (v.until_version IS NULL OR v.until_version > $2)'

export type MemoVersionsStore = ReturnType<typeof createMemoVersionsStore>

export const createMemoVersionsStore = (database: Database) => ({
  /** Newest first. */
  page: async (dealId: string, { before, limit }: { before: number | undefined; limit: number }) => {
    const { rows } = await database.query<VersionRow>({
      name: 'memo_versions_page',
      text: `SELECT ${columns} FROM memo_versions v LEFT JOIN users u ON u.id = v.made_by
        WHERE v.deal_id = $1 AND ($2::int IS NULL OR v.version < $2) ORDER BY v.version DESC LIMIT $3`,
      values: [dealId, before ?? null, limit],
    })
    return rows
  },

  find: async (dealId: string, version: number): Promise<VersionRow | undefined> => {
    const { rows } = await database.query<VersionRow>({
      name: 'memo_versions_find',
      text: `SELECT ${columns} FROM memo_versions v LEFT JOIN users u ON u.id = v.made_by
        WHERE v.deal_id = $1 AND v.version = $2`,
      values: [dealId, version],
    })
    return rows[0]
  },

  newest: async (dealId: string): Promise<VersionRow | undefined> => {
    const { rows } = await database.query<VersionRow>({
      name: 'memo_versions_newest',
      text: `SELECT ${columns} FROM memo_versions v LEFT JOIN users u ON u.id = v.made_by
        WHERE v.deal_id = $1 ORDER BY v.version DESC LIMIT 1`,
      values: [dealId],
    })
    return rows[0]
  },

  /** Whether a later version has other numbers, or numbers of another model. */
  haveNumbersMoved: async (dealId: string, { version, modelVersion, currency }: VersionRow): Promise<boolean> => {
    const { rows } = await database.query({
      name: 'memo_versions_numbers_moved',
      text: `SELECT FROM memo_versions WHERE deal_id = $1 AND version > $2
        AND (numbers_changed > 0 OR (model_version, currency) IS DISTINCT FROM ($3::int, $4::text)) LIMIT 1`,
      values: [dealId, version, modelVersion, currency],
    })
    return rows.length > 0
  },

  /** With their texts: the whole memo at once. */
  written: async (dealId: string, version: number): Promise<WrittenSection[]> => {
    const { rows } = await database.query<WrittenSection>({
      name: 'memo_versions_written',
      text: `SELECT v.section_key AS "sectionKey", s.title, s.content, u.display_name AS "updatedByName"
        FROM memo_version_sections v JOIN section_versions s
          ON s.deal_id = v.deal_id AND s.section_key = v.section_key AND s.version = v.section_version
        LEFT JOIN users u ON u.id = s.updated_by
        WHERE v.deal_id = $1 AND ${isIn} ORDER BY v.position, v.section_key`,
      values: [dealId, version],
    })
    return rows
  },

  sections: async (dealId: string, version: number): Promise<SectionOfVersion[]> => {
    const { rows } = await database.query<SectionOfVersion>({
      name: 'memo_versions_sections',
      text: `SELECT v.section_key AS "sectionKey", v.section_version AS "sectionVersion", v.position, s.title, s.size
        FROM memo_version_sections v JOIN section_versions s
          ON s.deal_id = v.deal_id AND s.section_key = v.section_key AND s.version = v.section_version
        WHERE v.deal_id = $1 AND ${isIn} ORDER BY v.position, v.section_key`,
      values: [dealId, version],
    })
    return rows
  },

  numbers: async (dealId: string, version: number): Promise<NumberOfVersion[]> => {
    const { rows } = await database.query<NumberOfVersion>({
      name: 'memo_versions_numbers',
      text: `SELECT v.metric_key AS "metricKey", v.value, v.unit FROM memo_version_numbers v
        WHERE v.deal_id = $1 AND ${isIn} ORDER BY v.metric_key COLLATE "C"`,
      values: [dealId, version],
    })
    return rows
  },

  /** The names of metrics as they are now. */
  labels: async (dealId: string): Promise<Map<string, string>> => {
    const { rows } = await database.query<{ metricKey: string; label: string }>({
      name: 'memo_versions_labels',
      text: 'SELECT metric_key AS "metricKey", label FROM deal_metrics WHERE deal_id = $1',
      values: [dealId],
    })
    return new Map(rows.map(({ metricKey, label }) => [metricKey, label]))
  },

  /** The texts of versions of sections, in the order asked for. */
  texts: async (dealId: string, asked: readonly { sectionKey: string; sectionVersion: number }[]) => {
    const { rows } = await database.query<{ content: string }>({
      name: 'memo_versions_texts',
      text: `SELECT s.content FROM unnest($2::text[], $3::int[]) WITH ORDINALITY AS asked (section_key, version, place)
        JOIN section_versions s
          ON s.deal_id = $1 AND s.section_key = asked.section_key AND s.version = asked.version
        ORDER BY asked.place`,
      values: [dealId, asked.map(({ sectionKey }) => sectionKey), asked.map(({ sectionVersion }) => sectionVersion)],
    })
    return rows.map(({ content }) => content)
  },
})
