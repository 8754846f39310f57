import type { Database } from '../../platform/database/database.ts'

/**
 * Rows of `org_members m` whose person must sign in by single sign-on: the organization requires it and has the domain
 * of one of their addresses. An address that is only claimed counts, or claiming it would be the way around.
 */
const covered = `FROM org_members m
  JOIN identity_providers p ON p.org_id = m.org_id AND p.required
  JOIN orgs o ON o.id = m.org_id AND o.status = 'active'
  JOIN users u ON u.id = m.user_id AND NOT u.is_superadmin
  WHERE NOT (m.role = 'owner' AND p.break_glass_user_id IS NOT DISTINCT FROM m.user_id)
    AND EXISTS (SELECT FROM user_emails e JOIN org_domains d ON d.org_id = m.org_id
      AND split_part(e.email, '@', -1) IN (d.domain, d.spelled) WHERE e.user_id = m.user_id)`

export type SsoRequirement = ReturnType<typeof createSsoRequirement>

/** Who must sign in by single sign-on. */
export const createSsoRequirement = (database: Pick<Database, 'query'>) => ({
  /** Whether a person can open sessions only by single sign-on. */
  requiresSso: async (userId: string): Promise<boolean> => {
    const { rows } = await database.query<{ required: boolean }>({
      name: 'sso_required',
      text: `SELECT EXISTS (SELECT ${covered} AND m.user_id = $1) AS required`,
      values: [userId],
    })
    return rows[0]?.required === true
  },

  /**
   * Ends the sessions of an organization's members that were opened by other means. Open streams notice within two
   * seconds, as they check their session.
   */
  endOtherSessions: async (orgId: string, now: Date): Promise<void> => {
    await database.query({
      text: `UPDATE sessions SET revoked_at = $2, revoke_reason = 'sso_required'
        WHERE revoked_at IS NULL AND provider <> 'oidc'
          AND user_id IN (SELECT m.user_id ${covered} AND m.org_id = $1)`,
      values: [orgId, now],
    })
  },
})
