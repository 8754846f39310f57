import type { WaitingKind } from '@deal-canvas/contract'
import { ownedDeal } from '../../platform/database/owned-deals.ts'
import { visibleDeal } from '../../platform/database/visible-deals.ts'
import { stateOf } from '../committee/index.ts'

/** One kind of what can wait for the user `$1`, as the parts of a SELECT. The deal is `d`. */
export interface WaitingSource {
  kind: WaitingKind
  /** The id of what waits, as text. */
  id: string
  /** What a person called it; NULL: the service names it after `about`. */
  what: string
  about: string
  /** A calendar day as text, or NULL. */
  due: string
  since: string
  /** The id of the deal, in a row that was found by the user. */
  deal: string
  from: string
  where: string
}

/** Whether a vote or signature is about what the deal shows now. */
const isCurrent = (row: string): string =>
  `(${row}.memo_version, ${row}.model_version, ${row}.scenario_id, ${row}.scenario_version)
    IS NOT DISTINCT FROM (now."memoVersion", now."modelVersion", now."scenarioId", now."scenarioVersion")`

/**
 * The rows of the user by the index of their column, and the deal of each by its key. OFFSET 0 keeps them apart: joined
 * freely, PostgreSQL reads whole tables of the service for a person with a few hundred rows.
 */
const rowsOf = (table: string, person: string, and = ''): string =>
  `(SELECT * FROM ${table} WHERE ${person} = $1 ${and} OFFSET 0)`
const dealOf = (dealId: string): string => `CROSS JOIN LATERAL (SELECT one.id, one.name, one.status, one.archived_at,
    one.ic_date FROM deals one WHERE one.id = ${dealId} OFFSET 0) d`

const seen = visibleDeal('$1', 'd.id')

/**
 * Starts at the deals that the user can own: to ask of each proposal of the service who owns its deal would take longer
 * with every organization. Whether the role counts is decided by `ownedDeal`.
 */
const perhapsOwned = `
  SELECT s.id, s.deal_id FROM deal_members m JOIN scenarios s ON s.deal_id = m.deal_id AND s.proposed_at IS NOT NULL
  WHERE m.user_id = $1 AND m.role = 'owner'
  UNION SELECT s.id, s.deal_id FROM org_members o JOIN deals owned ON owned.org_id = o.org_id
    JOIN scenarios s ON s.deal_id = owned.id AND s.proposed_at IS NOT NULL
  WHERE o.user_id = $1 AND o.role = 'owner'
  UNION SELECT s.id, s.deal_id FROM team_members p JOIN deal_teams t ON t.team_id = p.team_id
    JOIN scenarios s ON s.deal_id = t.deal_id AND s.proposed_at IS NOT NULL
  WHERE p.user_id = $1 AND t.role = 'owner'`

/** Everything that can wait for a person. A further kind is one more entry. */
export const waitingSources: readonly WaitingSource[] = [
  {
    kind: 'vote',
    id: 'd.id',
    what: 'NULL::text',
    about: 'now."memoVersion"::text',
    due: 'd.ic_date',
    // Of a vote that no longer counts: when the memo became what it is.
    since: `CASE WHEN v.id IS NULL THEN c.added_at ELSE greatest(v.cast_at, coalesce(
      (SELECT m.at FROM memo_versions m WHERE m.deal_id = d.id AND m.version = now."memoVersion"), v.cast_at)) END`,
    deal: 'c.deal_id',
    from: `${rowsOf('deal_committee', 'user_id')} c ${dealOf('c.deal_id')}
      LEFT JOIN deal_votes v ON v.deal_id = c.deal_id AND v.user_id = c.user_id AND v.is_latest
      CROSS JOIN LATERAL (${stateOf('d.id')}) now`,
    where: `d.status = 'open' AND (v.id IS NULL OR NOT ${isCurrent('v')}) AND ${seen}`,
  },
  {
    kind: 'sign_off',
    id: 's.id::text',
    what: 's.label',
    about: 's.subject',
    due: 's.due_on',
    since: 'coalesce(s.asked_again_at, s.asked_at)',
    deal: 's.deal_id',
    from: `${rowsOf('deal_sign_offs', 'assignee_id')} s ${dealOf('s.deal_id')} CROSS JOIN LATERAL (${stateOf('d.id')}) now`,
    where: `d.status = 'open' AND (s.signed_at IS NULL OR NOT ${isCurrent('s')}) AND ${seen}`,
  },
  {
    kind: 'request',
    id: 'r.id::text',
    what: 'r.title',
    about: "''",
    due: 'r.due_date',
    since: 'r.created_at',
    deal: 'r.deal_id',
    // Open ones come first in the index of the assignee.
    from: `${rowsOf('deal_requests', 'assignee_id', "AND order_key < '1'")} r ${dealOf('r.deal_id')}`,
    where: seen,
  },
  {
    kind: 'condition',
    id: 'o.id::text',
    what: 'o.text',
    about: "''",
    due: 'o.due_on',
    since: 'o.created_at',
    deal: 'o.deal_id',
    from: `${rowsOf('deal_conditions', 'owner_id')} o ${dealOf('o.deal_id')}`,
    where: `o.status = 'open' AND ${seen}`,
  },
  {
    kind: 'scenario_proposal',
    id: 'p.id::text',
    what: 'p.name',
    about: "''",
    due: 'NULL::text',
    since: 'p.proposed_at',
    deal: 'known.deal_id',
    from: `(${perhapsOwned}) known CROSS JOIN LATERAL (SELECT * FROM scenarios one WHERE one.id = known.id) p
      ${dealOf('p.deal_id')}`,
    // Nobody who proposed it waits for themselves.
    where: `p.proposed_at IS NOT NULL AND p.proposed_by IS DISTINCT FROM $1 AND d.status = 'open' AND ${ownedDeal('$1', 'd.id')}`,
  },
]
