import { canAssignRole, canRemoveMember, type OrgRole } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AdminLog } from '../admin-log/index.ts'
import { asRefusal } from './as-refusal.ts'
import type { MemberRow, MembersStore, PeoplePage } from './members.store.ts'
import type { Orgs } from './orgs.service.ts'
import type { Teams } from './teams.service.ts'

interface Deps {
  store: MembersStore
  database: Database
  orgs: Pick<Orgs, 'change'>
  teams: Pick<Teams, 'place'>
  adminLog: Pick<AdminLog, 'record'>
  now: Clock
}

export interface Place {
  orgId: string
  userId: string
}

export type Members = ReturnType<typeof createMembers>

/** Members of an organization and their roles. The only way in is `join`, which follows the user's own action. */
export const createMembers = ({ store, database, orgs, teams, adminLog, now }: Deps) => {
  const target = (userId: string) => ({ type: 'org_member', id: userId })

  const refuseLastOwner = async ({ orgId, userId }: Place): Promise<void> => {
    if (!(await store.hasOtherOwner(orgId, userId))) refuse('last_owner')
  }

  return {
    page: (orgId: string, wanted: PeoplePage) => store.page(orgId, { ...wanted, limit: wanted.limit + 1 }),

    setRole: (actor: Actor, { orgId, userId }: Place, role: OrgRole): Promise<MemberRow> =>
      orgs.change(actor, orgId, 'admin', async (_, { role: acting, bySuperadmin }) => {
        const member = (await store.member(orgId, userId)) ?? refuse('member_not_found')
        if (!canAssignRole(acting, member.role, role)) refuse('org_role_too_low')
        if (member.role === role) return member
        if (member.role === 'owner') await refuseLastOwner({ orgId, userId })
        // The owner role takes effect at once, so it requires a verified address.
        if (role === 'owner' && !member.emailVerified) refuse('email_unverified')
        await asRefusal(store.saveRole(orgId, userId, role, bySuperadmin), {
          org_members_one_owned: 'already_owns_org',
        })
        if (role === 'member') await store.closeInvitationsBy(userId, now(), orgId)
        await adminLog.record(actor, {
          action: 'org_member.changed',
          target: target(userId),
          orgId,
          before: { role: member.role },
          after: { role },
        })
        return { ...member, role }
      }),

    /** Ends a membership and everything that depends on it. */
    remove: (actor: Actor, { orgId, userId }: Place): Promise<void> =>
      orgs.change(actor, orgId, 'member', async (_, { role: acting }) => {
        const { role } = (await store.member(orgId, userId)) ?? refuse('member_not_found')
        const leaves = actor.userId === userId
        if (!canRemoveMember(acting, role, leaves)) refuse('org_role_too_low')
        if (role === 'owner') await refuseLastOwner({ orgId, userId })
        await store.endDealPlaces(orgId, userId)
        await store.closeInvitationsBy(userId, now(), orgId)
        await store.remove(orgId, userId)
        await adminLog.record(actor, {
          action: leaves ? 'org_member.left' : 'org_member.removed',
          target: target(userId),
          orgId,
          before: { role },
        })
      }),

    /** Removes a closing account from all organizations. An active organization must not lose its last owner. */
    leaveAll: (userId: string): Promise<void> =>
      database.transaction(async () => {
        await store.lockOrgsOf(userId)
        if (await store.isLastOwnerAnywhere(userId)) refuse('last_owner')
        await store.endAllDealPlaces(userId)
        await store.closeInvitationsBy(userId, now())
        await store.removeEverywhere(userId)
      }),

    /**
     * Adds a user as a result of the user's own or a superadmin's action. A team deleted in the meantime is ignored.
     */
    join: (orgId: string, userId: string, role: OrgRole, teamId?: string, bySuperadmin = false): Promise<void> =>
      database.transaction(async () => {
        await asRefusal(store.add({ orgId, userId, role, createdAt: now(), bySuperadmin }), {
          org_members_org_id_user_id_pk: 'already_member',
          org_members_one_owned: 'already_owns_org',
        })
        if (teamId !== undefined) await teams.place(orgId, teamId, userId, bySuperadmin)
      }),

    /** Whether this administrator administers all organizations of a user; false for a user without organizations. */
    administersAllOrgsOf: store.administersAllOrgsOf,

    /** Whether a user belongs to an active organization that this person administers. */
    shareAdministration: store.shareAdministration,
  }
}
