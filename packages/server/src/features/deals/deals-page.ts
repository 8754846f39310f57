import type { DealOrder, DealStage, DealType, Headline } from '@deal-canvas/contract'
import { roleCounts } from '../../platform/database/role-counts.ts'
import { dealSortEntries, type Sorting, type SortValue, stageRank, typeKey } from './deal-sorts.ts'

/** Which deals a list contains. */
export interface DealsWanted {
  /** A substring of the name. */
  q: string | undefined
  status: 'open' | 'finalized' | undefined
  archived: boolean
  stage?: DealStage | undefined
  type?: DealType | undefined
  city?: string | undefined
  lead?: string | undefined
  decision?: 'approved' | 'declined' | 'deferred' | undefined
  icFrom?: string | undefined
  icTo?: string | undefined
}

export interface DealsPage extends DealsWanted, Sorting {
  limit: number
}

/** What a list shows of a deal besides the deal itself. */
export interface ListedFields {
  sortKey: Exclude<SortValue, null> | Date | null
  dealTypeShown: DealType | null
  currency: string | null
  leadName: string | null
  scenarioName: string | null
  headlines: { size: Headline | null; return: Headline | null; multiple: Headline | null } | null
}

/**
 * The decision of a finalized deal as its event has it, without checking the signature of the event; null if the row
 * says something else. The index `journal_decisions` has it.
 */
export const shownDecision = `CASE WHEN d.status = 'finalized' AND d.decision = (
    SELECT j.data::jsonb ->> 'decision' FROM journal j WHERE j.deal_id = d.id AND j.type = 'deal.finalized'
    ORDER BY j.seq DESC LIMIT 1) THEN d.decision END`

/** Reads each by key, like the rest of a list item. */
export const listedFields = `h.deal_type AS "dealTypeShown", h.headlines,
  (SELECT coalesce(r.currency, r.workbook_currency) FROM deal_readings r WHERE r.deal_id = d.id) AS currency,
  (SELECT u.display_name FROM users u WHERE u.id = d.lead_id) AS "leadName",
  (SELECT s.name FROM deal_models m JOIN scenarios s ON s.id = m.presented_scenario AND s.deal_id = m.deal_id
    WHERE m.deal_id = d.id) AS "scenarioName"`

const opposite: Readonly<Record<DealOrder, string>> = { asc: '>', desc: '<' }

/**
 * The common table expressions `found` and `page` (id, sort key) of a page of deals that user `$1` can see through any
 * source of a role, `$2` at most. Reads at most one page from each source, so that the full list is never built for
 * someone who can see all deals of a large organization: there, an index of the organization has the order, and deals
 * without the key are read apart, because the same index has them at its other end.
 */
export const pageOfDeals = (wanted: DealsPage, place: (value: unknown) => string) => {
  const { table, key, type, isAlwaysThere } = dealSortEntries[wanted.sort]
  const { order, after } = wanted
  const direction = order.toUpperCase()
  const collation = type === 'text' ? ' COLLATE "C"' : ''
  const id = table === 'd' ? 'd.id' : 'h.deal_id'
  const needsHeadlines = table === 'h' || wanted.type !== undefined
  const from = needsHeadlines ? 'deals d JOIN deal_headlines h ON h.deal_id = d.id' : 'deals d'
  const conditions = [
    `d.archived_at IS ${wanted.archived ? 'NOT NULL' : 'NULL'}`,
    ...(wanted.status === undefined ? [] : [`d.status = ${place(wanted.status)}`]),
    // Not LIKE: `%` and `_` in the search text must match literally.
    ...(wanted.q === undefined ? [] : [`strpos(lower(d.name), lower(${place(wanted.q)})) > 0`]),
    ...(wanted.stage === undefined
      ? []
      : [`${stageRank} = ${stageRank.replace('d.stage', `${place(wanted.stage)}::text`)}`]),
    ...(wanted.type === undefined ? [] : [`${typeKey} = ${place(wanted.type)}`]),
    ...(wanted.city === undefined ? [] : [`lower(d.city) = lower(${place(wanted.city)})`]),
    ...(wanted.lead === undefined ? [] : [`d.lead_id = ${place(wanted.lead)}`]),
    ...(wanted.decision === undefined ? [] : [`${shownDecision} = ${place(wanted.decision)}`]),
    ...(wanted.icFrom === undefined ? [] : [`d.ic_date COLLATE "C" >= ${place(wanted.icFrom)}`]),
    ...(wanted.icTo === undefined ? [] : [`d.ic_date COLLATE "C" <= ${place(wanted.icTo)}`]),
  ].join(' AND ')

  const afterId = after === undefined ? undefined : place(after.id)
  const afterValue = after === undefined || after.value === null ? undefined : `${place(after.value)}::${type}`
  /** Rows with the key; undefined: the pages of these are over. */
  const withKey =
    after !== undefined && afterValue === undefined
      ? undefined
      : afterValue === undefined
        ? isAlwaysThere
          ? 'TRUE'
          : `${key} IS NOT NULL`
        : `(${key}, ${id}) ${opposite[order]} (${afterValue}${collation}, ${afterId})`
  /** Rows without it, after all others. */
  const withoutKey = isAlwaysThere
    ? undefined
    : after !== undefined && afterValue === undefined
      ? [`${key} IS NULL`, `${id} ${opposite[order]} ${afterId}`].join(' AND ')
      : `${key} IS NULL`

  const columns = `d.id, ${key} AS sort_key`
  // By the key of the index also where it is null: only so the planner sees that the index has the order.
  const inOrder = `ORDER BY ${key} ${direction}, ${id} ${direction} LIMIT $2`
  const parts = [withKey, withoutKey].filter((part) => part !== undefined)
  const ofOrg = parts.map(
    (part) =>
      `(SELECT ${columns} FROM ${from} WHERE ${table}.org_id = o.org_id AND ${conditions} AND ${part} ${inOrder})`,
  )
  const rest = `${conditions} AND (${parts.map((part) => `(${part})`).join(' OR ')})`
  const sorted = (sortKey: string, dealId: string): string =>
    `ORDER BY ${sortKey} IS NULL, ${sortKey}${collation} ${direction}, ${dealId} ${direction}`
  const join = needsHeadlines ? 'JOIN deal_headlines h ON h.deal_id = d.id' : ''

  return {
    text: `found AS (
        (SELECT w.id, w.sort_key FROM org_members o JOIN orgs g ON g.id = o.org_id CROSS JOIN LATERAL (
            ${ofOrg.join(' UNION ALL ')}
          ) w
          WHERE o.user_id = $1 AND o.role IN ('owner', 'admin') AND g.status = 'active' AND ${roleCounts('o')})
        UNION
        (SELECT ${columns}
          FROM deal_members m JOIN deals d ON d.id = m.deal_id ${join} LEFT JOIN orgs g ON g.id = d.org_id
          WHERE m.user_id = $1 AND (d.org_id IS NULL OR g.status = 'active') AND ${rest} ${sorted(key, 'd.id')} LIMIT $2)
        UNION
        (SELECT w.id, w.sort_key FROM (SELECT DISTINCT ${columns}
          FROM org_members o JOIN orgs g ON g.id = o.org_id
            JOIN team_members p ON p.org_id = o.org_id AND p.user_id = o.user_id
            JOIN deal_teams t ON t.team_id = p.team_id JOIN deals d ON d.id = t.deal_id AND d.org_id = o.org_id ${join}
          WHERE o.user_id = $1 AND g.status = 'active' AND ${roleCounts('o')} AND ${rest}) w
          ${sorted('w.sort_key', 'w.id')} LIMIT $2)
      ), page AS (SELECT id, sort_key FROM found ${sorted('sort_key', 'id')} LIMIT $2)`,
    order: sorted('page.sort_key', 'page.id'),
  }
}

/** A deal for the counts, `$2` at most; newest activity first where there are more. */
export const countedDeals = `
  (SELECT w.id FROM org_members o JOIN orgs g ON g.id = o.org_id CROSS JOIN LATERAL (
      SELECT d.id FROM deals d WHERE d.org_id = o.org_id
      ORDER BY ${dealSortEntries.activity.key} DESC, d.id DESC LIMIT $2
    ) w
    WHERE o.user_id = $1 AND o.role IN ('owner', 'admin') AND g.status = 'active' AND ${roleCounts('o')})
  UNION
  (SELECT d.id FROM deal_members m JOIN deals d ON d.id = m.deal_id LEFT JOIN orgs g ON g.id = d.org_id
    WHERE m.user_id = $1 AND (d.org_id IS NULL OR g.status = 'active') LIMIT $2)
  UNION
  (SELECT d.id FROM org_members o JOIN orgs g ON g.id = o.org_id
      JOIN team_members p ON p.org_id = o.org_id AND p.user_id = o.user_id
      JOIN deal_teams t ON t.team_id = p.team_id JOIN deals d ON d.id = t.deal_id AND d.org_id = o.org_id
    WHERE o.user_id = $1 AND g.status = 'active' AND ${roleCounts('o')} LIMIT $2)`
