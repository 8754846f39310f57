import { roleCounts } from './role-counts.ts'

/**
 * A condition for statements that cover many deals: the user can see the deal through a membership, a team of its
 * organization, or as an administrator there. Deals of an inactive organization are hidden. Both arguments are given as
 * SQL, such as `$1` and `n.deal_id`, never as values.
 */
export const visibleDeal = (userId: string, dealId: string): string => `EXISTS (
  SELECT 1 FROM deals seen LEFT JOIN orgs seen_org ON seen_org.id = seen.org_id
  WHERE seen.id = ${dealId} AND (seen.org_id IS NULL OR seen_org.status = 'active') AND (
    EXISTS (SELECT 1 FROM deal_members seen_by WHERE seen_by.deal_id = seen.id AND seen_by.user_id = ${userId})
    OR EXISTS (
      SELECT 1 FROM deal_teams seen_team JOIN team_members seen_place ON seen_place.team_id = seen_team.team_id
        JOIN org_members seen_by ON seen_by.org_id = seen_place.org_id AND seen_by.user_id = seen_place.user_id
      WHERE seen_team.deal_id = seen.id AND seen_place.org_id = seen.org_id AND seen_place.user_id = ${userId}
        AND ${roleCounts('seen_by')})
    OR EXISTS (
      SELECT 1 FROM org_members seen_by
      WHERE seen_by.org_id = seen.org_id AND seen_by.user_id = ${userId} AND seen_by.role IN ('owner', 'admin')
        AND ${roleCounts('seen_by')})
  )
)`
