import type { DealRole, LimitRule, OrgRole } from '@deal-canvas/contract'
import { newId } from '../platform/ids.ts'
import type { TestService } from './service.ts'

/** Inserts a deal with members into the database; returns its id. */
export const plantDeal = async (
  { sql, service }: Pick<TestService, 'sql'> & { service?: Pick<TestService['service'], 'beginTrail'> },
  {
    orgId = null,
    members = {},
    name = 'A deal',
  }: { orgId?: string | null; members?: Record<string, DealRole>; name?: string } = {},
): Promise<string> => {
  const id = newId()
  await sql(
    "INSERT INTO deals (id, org_id, name, tier, status, created_at, updated_at) VALUES ($1, $2, $3, 'legacy', 'open', now(), now())",
    [id, orgId, name],
  )
  await sql(
    "INSERT INTO journal_heads (deal_id, seq, hash, retrievals, discourse, activity, readiness, llm_calls) VALUES ($1, 0, repeat('0', 64), 0, 0, 0, 0, 0)",
    [id],
  )
  // Tests that do not use the audit trail can omit the service.
  await service?.beginTrail(id, new Date())
  for (const [userId, role] of Object.entries(members)) {
    await sql('INSERT INTO deal_members (deal_id, user_id, role, created_at) VALUES ($1, $2, $3, now())', [
      id,
      userId,
      role,
    ])
  }
  return id
}

/** Inserts an organization with members; returns its id. */
export const plantOrg = async ({ sql }: TestService, members: Record<string, OrgRole> = {}): Promise<string> => {
  const id = newId()
  await sql(
    "INSERT INTO orgs (id, name, slug, status, settings, created_at, updated_at) VALUES ($1, 'An org', $2, 'active', '{}', now(), now())",
    [id, id],
  )
  for (const [userId, role] of Object.entries(members)) {
    await sql('INSERT INTO org_members (org_id, user_id, role, created_at) VALUES ($1, $2, $3, now())', [
      id,
      userId,
      role,
    ])
  }
  return id
}

/** Inserts a team of an organization with some members; returns its id. */
export const plantTeam = async ({ sql }: TestService, orgId: string, userIds: string[] = []): Promise<string> => {
  const id = newId()
  await sql('INSERT INTO teams (id, org_id, name, created_at, updated_at) VALUES ($1, $2, $3, now(), now())', [
    id,
    orgId,
    `Team ${id}`,
  ])
  for (const userId of userIds) {
    await sql('INSERT INTO team_members (org_id, team_id, user_id, created_at) VALUES ($1, $2, $3, now())', [
      orgId,
      id,
      userId,
    ])
  }
  return id
}

/** Shares a deal with a team. */
export const plantGrant = async (
  { sql }: TestService,
  dealId: string,
  teamId: string,
  role: DealRole,
): Promise<void> => {
  await sql('INSERT INTO deal_teams (deal_id, team_id, role, created_at) VALUES ($1, $2, $3, now())', [
    dealId,
    teamId,
    role,
  ])
}

/** Uses up a user's rate limit for the next hour. */
export const useUp = async ({ sql }: TestService, rule: LimitRule, userId: string): Promise<void> => {
  await sql(
    'INSERT INTO rate_limits (key, points, expire) VALUES ($1, 1000000, $2) ON CONFLICT (key) DO UPDATE SET points = 1000000, expire = $2',
    [`${rule}:${userId}`, Date.now() + 3_600_000],
  )
}

/** Resets all rate limits. */
export const forgetLimits = async ({ sql }: TestService): Promise<void> => {
  await sql('DELETE FROM rate_limits')
}
