import { defaultCurrency } from '@deal-canvas/contract'
import type { Database } from '../../platform/database/database.ts'

/** A change of a deal, as far as a version of its memo states it. */
export interface RecordedChange {
  dealId: string
  at: Date
  /** Null: the service. */
  madeBy: string | null
  /** The last event of the change in the audit trail. */
  seq: number
}

export type RecordVersion = (change: RecordedChange) => void

/**
 * Compares the deal with the newest version of its memo and stores a new version if they differ. It runs at the end of
 * a change, under the lock of the deal. Since it compares rows, it also takes over what a node of an earlier version
 * changed meanwhile. A deal without sections has no memo yet.
 */
const statement = `WITH
  last AS (
    SELECT version, model_version, currency FROM memo_versions WHERE deal_id = $1 ORDER BY version DESC LIMIT 1
  ), state AS (
    SELECT (SELECT version FROM deal_models WHERE deal_id = $1) AS model_version,
      coalesce((SELECT coalesce(currency, workbook_currency) FROM deal_readings WHERE deal_id = $1), $5::text) AS currency
  ), section_changes AS (
    SELECT coalesce(now.section_key, kept.section_key) AS section_key, now.version AS section_version, now.position,
      coalesce(now.position, kept.position) AS place
    FROM (SELECT section_key, version, position FROM sections WHERE deal_id = $1 AND removed_at IS NULL) now
    FULL JOIN (SELECT * FROM memo_version_sections WHERE deal_id = $1 AND until_version IS NULL) kept
      ON kept.section_key = now.section_key
    WHERE (now.version, now.position) IS DISTINCT FROM (kept.section_version, kept.position)
  ), number_changes AS (
    SELECT coalesce(now.metric_key, kept.metric_key) AS metric_key, now.value, now.unit
    FROM (SELECT metric_key, value, unit FROM deal_metrics WHERE deal_id = $1 AND value IS NOT NULL) now
    FULL JOIN (SELECT * FROM memo_version_numbers WHERE deal_id = $1 AND until_version IS NULL) kept
      ON kept.metric_key = now.metric_key
    WHERE (now.value, now.unit) IS DISTINCT FROM (kept.value, kept.unit)
  ), made AS (
    INSERT INTO memo_versions
      (deal_id, version, at, made_by, seq, model_version, currency, sections_changed, numbers_changed)
    SELECT $1::text, coalesce((SELECT version FROM last), 0) + 1, $2::timestamptz, $3::uuid, $4::bigint, model_version, currency,
      ARRAY(SELECT section_key FROM section_changes ORDER BY place, section_key),
      (SELECT count(*) FROM number_changes)
    FROM state
    WHERE (EXISTS (SELECT FROM last) OR EXISTS (SELECT FROM section_changes))
      AND (EXISTS (SELECT FROM section_changes) OR EXISTS (SELECT FROM number_changes)
        OR (model_version, currency) IS DISTINCT FROM (SELECT (model_version, currency) FROM last))
    RETURNING version
  ), ended_sections AS (
    UPDATE memo_version_sections v SET until_version = made.version FROM made, section_changes c
    WHERE v.deal_id = $1 AND v.section_key = c.section_key AND v.until_version IS NULL
  ), begun_sections AS (
    INSERT INTO memo_version_sections (deal_id, section_key, from_version, section_version, position)
    SELECT $1, section_key, made.version, section_version, position FROM section_changes, made
    WHERE section_version IS NOT NULL
  ), ended_numbers AS (
    UPDATE memo_version_numbers v SET until_version = made.version FROM made, number_changes c
    WHERE v.deal_id = $1 AND v.metric_key = c.metric_key AND v.until_version IS NULL
  )
  INSERT INTO memo_version_numbers (deal_id, metric_key, from_version, value, unit)
  SELECT $1, metric_key, made.version, value, unit FROM number_changes, made WHERE value IS NOT NULL`

/** Only inside the transaction that changes the deal; it shares the round trip with the commit. */
export const createRecordVersion =
  (database: Pick<Database, 'send'>): RecordVersion =>
  ({ dealId, at, madeBy, seq }) => {
    void database.send({
      name: 'memo_version_record',
      text: statement,
      values: [dealId, at, madeBy, seq, defaultCurrency],
    })
  }
