import { membershipCounts } from './guest-access.ts'
import { roleCounts } from './role-counts.ts'

/**
 * Selects every source of a user's role on a deal; the highest role counts. An inactive organization gives no access to
 * its deals. `userId` is an SQL expression such as `$1`, never a value.
 */
export const dealGrants = (userId: string): string => `
  SELECT m.deal_id, m.role
  FROM deal_members m JOIN deals d ON d.id = m.deal_id LEFT JOIN orgs g ON g.id = d.org_id
  WHERE m.user_id = ${userId} AND ${membershipCounts('m')} AND (d.org_id IS NULL OR g.status = 'active')
  UNION ALL
  SELECT d.id, CASE o.role WHEN 'owner' THEN 'owner' ELSE 'editor' END
  FROM org_members o JOIN orgs g ON g.id = o.org_id JOIN deals d ON d.org_id = o.org_id
  WHERE o.user_id = ${userId} AND o.role IN ('owner', 'admin') AND g.status = 'active' AND ${roleCounts('o')}
  UNION ALL
  SELECT d.id, t.role
  FROM org_members o JOIN orgs g ON g.id = o.org_id
    JOIN team_members p ON p.org_id = o.org_id AND p.user_id = o.user_id
    JOIN deal_teams t ON t.team_id = p.team_id JOIN deals d ON d.id = t.deal_id AND d.org_id = o.org_id
  WHERE o.user_id = ${userId} AND g.status = 'active' AND ${roleCounts('o')}`
