import type { Database } from '../../../platform/database/database.ts'
import { digestJson, digestMemo, digestSectionSql, type MemoPart } from './digests.ts'

/** A section of the current memo or one that was removed, and whether it matches its stored versions. */
export interface StandingSection {
  sectionKey: string
  version: number
  /** Whether its title and text equal those of its stored version. */
  agrees: boolean
  /** The number of stored versions; they are numbered from 1 without gaps. */
  versions: number
  isRemoved: boolean
}

export interface VersionKey {
  sectionKey: string
  version: number
}

export type DealDigests = ReturnType<typeof createDealDigests>

/** Digests of a deal's current rows. The database hashes long texts, so that they need not be transferred. */
export const createDealDigests = (database: Database) => {
  const memoParts = async (dealId: string): Promise<MemoPart[]> => {
    const { rows } = await database.query<{ sectionKey: string; version: number; digest: string }>({
      name: 'digest_memo',
      // Hashes the text that is shown to users; its salt is stored with its version.
      text: `SELECT section_key AS "sectionKey", version, ${digestSectionSql('s')} AS digest
        FROM (
          SELECT s.*, v.salt FROM sections s LEFT JOIN section_versions v
            ON v.deal_id = s.deal_id AND v.section_key = s.section_key AND v.version = s.version
          WHERE s.deal_id = $1 AND s.removed_at IS NULL
        ) s ORDER BY position, section_key`,
      values: [dealId],
    })
    return rows.map(({ sectionKey, version, digest }) => [sectionKey, version, digest])
  }

  return {
    memoParts,
    memo: async (dealId: string): Promise<string> => digestMemo(await memoParts(dealId)),

    /** Covers metrics with their sources, the model, its reading, and the overrides. */
    numbers: async (dealId: string): Promise<string> => {
      const { rows } = await database.query<Record<'metrics' | 'model' | 'overrides' | 'sources' | 'reading', unknown>>(
        {
          name: 'digest_numbers',
          text: `SELECT
            (SELECT json_agg(json_build_array(metric_key, label, unit, value, kind, formula, source, confidence,
                computed_share, version) ORDER BY metric_key COLLATE "C") FROM deal_metrics WHERE deal_id = $1) AS metrics,
            (SELECT json_build_array(m.version, m.document_id, m.sha256, m.file_name, m.deal_type, d.tier)
              FROM deal_models m JOIN deals d ON d.id = m.deal_id WHERE m.deal_id = $1) AS model,
            (SELECT json_agg(json_build_array(metric_key, version, value) ORDER BY version, metric_key COLLATE "C")
              FROM model_overrides WHERE deal_id = $1 AND reverted_at IS NULL) AS overrides,
            (SELECT json_agg(json_build_array(metric_key, sheet, cell, scale) ORDER BY metric_key COLLATE "C")
              FROM metric_sources WHERE deal_id = $1) AS sources,
            (SELECT json_build_array(currency, last_actual_year, scale) FROM deal_readings WHERE deal_id = $1
              AND (currency IS NOT NULL OR last_actual_year IS NOT NULL OR scale IS NOT NULL)) AS reading`,
          values: [dealId],
        },
      )
      const { metrics = null, model = null, overrides = null, sources = null, reading = null } = rows[0] ?? {}
      // Digests from before readings could be set must stay the same.
      return digestJson({ metrics, model, overrides, sources, ...(reading === null ? {} : { reading }) })
    },

    documents: async (dealId: string): Promise<string> => {
      const { rows } = await database.query<{ documents: unknown }>({
        name: 'digest_documents',
        text: `SELECT json_agg(json_build_array(id, file_name, kind, size, sha256) ORDER BY id) AS documents
          FROM documents WHERE deal_id = $1`,
        values: [dealId],
      })
      return digestJson(rows[0]?.documents ?? null)
    },

    /** Digests of the given versions, in the given order; null for a version that does not exist. */
    versions: async (dealId: string, keys: readonly VersionKey[]): Promise<(string | null)[]> => {
      const { rows } = await database.query<{ digest: string | null }>({
        name: 'digest_versions',
        text: `SELECT CASE WHEN v.deal_id IS NOT NULL THEN ${digestSectionSql('v')} END AS digest
          FROM unnest($2::text[], $3::int[]) WITH ORDINALITY AS asked (section_key, version, place)
          LEFT JOIN section_versions v
            ON v.deal_id = $1 AND v.section_key = asked.section_key AND v.version = asked.version
          ORDER BY asked.place`,
        values: [dealId, keys.map(({ sectionKey }) => sectionKey), keys.map(({ version }) => version)],
      })
      return rows.map(({ digest }) => digest)
    },

    /** In memo order; the removed ones, too. */
    standing: async (dealId: string): Promise<StandingSection[]> => {
      const { rows } = await database.query<StandingSection>({
        name: 'digest_standing',
        text: `SELECT s.section_key AS "sectionKey", s.version,
            coalesce(v.title = s.title AND v.content = s.content, false) AS agrees,
            (SELECT count(*)::int FROM section_versions c
              WHERE c.deal_id = s.deal_id AND c.section_key = s.section_key) AS versions,
            s.removed_at IS NOT NULL AS "isRemoved"
          FROM sections s LEFT JOIN section_versions v
            ON v.deal_id = s.deal_id AND v.section_key = s.section_key AND v.version = s.version
          WHERE s.deal_id = $1 ORDER BY s.position, s.section_key`,
        values: [dealId],
      })
      return rows
    },

    documentsOf: async (dealId: string): Promise<{ id: string; sha256: string; size: number }[]> => {
      const { rows } = await database.query<{ id: string; sha256: string; size: number }>({
        name: 'digest_documents_of',
        text: 'SELECT id, sha256, size::float8 AS size FROM documents WHERE deal_id = $1 ORDER BY id',
        values: [dealId],
      })
      return rows
    },
  }
}
