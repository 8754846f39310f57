import { roleCounts } from './role-counts.ts'

/**
 * A condition like `visibleDeal`: the user is an owner of the deal through a membership, a team of its organization, or
 * as an owner there. Both arguments are given as SQL, never as values.
 */
export const ownedDeal = (userId: string, dealId: string): string => `EXISTS (
  SELECT 1 FROM deals owned LEFT JOIN orgs owned_org ON owned_org.id = owned.org_id
  WHERE owned.id = ${dealId} AND (owned.org_id IS NULL OR owned_org.status = 'active') AND (
    EXISTS (SELECT 1 FROM deal_members owned_by
      WHERE owned_by.deal_id = owned.id AND owned_by.user_id = ${userId} AND owned_by.role = 'owner')
    OR EXISTS (
      SELECT 1 FROM deal_teams owned_team JOIN team_members owned_place ON owned_place.team_id = owned_team.team_id
        JOIN org_members owned_by ON owned_by.org_id = owned_place.org_id AND owned_by.user_id = owned_place.user_id
      WHERE owned_team.deal_id = owned.id AND owned_team.role = 'owner' AND owned_place.org_id = owned.org_id
        AND owned_place.user_id = ${userId} AND ${roleCounts('owned_by')})
    OR EXISTS (
      SELECT 1 FROM org_members owned_by
      WHERE owned_by.org_id = owned.org_id AND owned_by.user_id = ${userId} AND owned_by.role = 'owner'
        AND ${roleCounts('owned_by')})
  )
)`
