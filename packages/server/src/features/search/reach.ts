import { roleCounts } from '../../platform/database/role-counts.ts'

/** The organizations in which the user `$1` sees every deal. */
export const wholeOrgs = `SELECT o.org_id FROM org_members o JOIN orgs g ON g.id = o.org_id
  WHERE o.user_id = $1 AND o.role IN ('owner', 'admin') AND g.status = 'active' AND ${roleCounts('o')}`

/** The deals that the user `$1` sees as a member of them or through a team. */
export const ownDeals = `SELECT m.deal_id
  FROM deal_members m JOIN deals d ON d.id = m.deal_id LEFT JOIN orgs g ON g.id = d.org_id
  WHERE m.user_id = $1 AND (d.org_id IS NULL OR g.status = 'active')
  UNION
  SELECT t.deal_id
  FROM org_members o JOIN orgs g ON g.id = o.org_id
    JOIN team_members p ON p.org_id = o.org_id AND p.user_id = o.user_id
    JOIN deal_teams t ON t.team_id = p.team_id JOIN deals d ON d.id = t.deal_id AND d.org_id = o.org_id
  WHERE o.user_id = $1 AND g.status = 'active' AND ${roleCounts('o')}`

/**
 * Where to look for what a person can see. It only narrows the search: each statement decides again by itself what the
 * person can see.
 */
export interface Reach {
  /** Deals looked at one by one. */
  dealIds: string[]
  /** Organizations in which the person sees every deal. */
  orgIds: string[]
  /** Organizations in which the person sees too many deals to look at one by one. */
  partOrgIds: string[]
  /** Whether there are personal deals of others besides; they are found by the index of words only. */
  more: string[]
}

/** More deals than this are not looked at one by one. */
export const maxSingleDeals = 60
export const maxMoreDeals = 1_000
