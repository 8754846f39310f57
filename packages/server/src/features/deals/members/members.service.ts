import { atLeast, type DealRole, dealRoles } from '@deal-canvas/contract'
import type { Actor } from '../../../actor.ts'
import { refuse } from '../../../domain-error.ts'
import type { ChangingDeal, DealChanges } from '../../audit-trail/index.ts'
import type { DealsStore } from '../deals.store.ts'
import type { DealMemberRow, DealMembersStore } from './members.store.ts'

interface Deps {
  store: DealMembersStore
  orgs: Pick<DealsStore, 'holdOrg'>
  changes: Pick<DealChanges, 'change'>
}

export interface Place {
  dealId: string
  userId: string
}

export type DealMembers = ReturnType<typeof createDealMembers>

/** Manages the individual members of a deal. Only members of the deal's organization can be added. */
export const createDealMembers = ({ store, orgs, changes }: Deps) => {
  const refuseLastOwner = async ({ dealId, userId }: Place): Promise<void> => {
    if (!(await store.hasOtherOwner(dealId, userId))) refuse('last_owner')
  }

  const add = async (deal: ChangingDeal, actor: Actor, userId: string, role: DealRole): Promise<DealMemberRow> => {
    const { id: dealId, orgId, name } = deal.row
    // Same error in all cases, so that it does not reveal whether the user exists.
    if (orgId === null || !(await orgs.holdOrg(orgId))) return refuse('user_not_found')
    const person = (await store.colleague(orgId, userId)) ?? refuse('user_not_found')
    if (!person.emailVerified) refuse('email_unverified')
    await store.add({ dealId, userId, role, createdAt: deal.at, bySuperadmin: actor.bySuperadminGrant })
    deal.record('deal.member_added', { user_id: userId, role })
    deal.notify({ type: 'deal_shared', to: [userId], snippet: name })
    return { ...person, role, joinedAt: deal.at }
  }

  return {
    page: (dealId: string, wanted: Parameters<DealMembersStore['page']>[1]) =>
      store.page(dealId, { ...wanted, limit: wanted.limit + 1 }),

    put: (actor: Actor, { dealId, userId }: Place, role: DealRole): Promise<DealMemberRow> =>
      changes.change(actor, dealId, 'owner', async (deal) => {
        const member = await store.member(dealId, userId)
        if (member === undefined) return add(deal, actor, userId, role)
        if (member.role === role) return member
        if (member.role === 'owner') await refuseLastOwner({ dealId, userId })
        // Members added before this rule keep their role and can be given a lower one.
        if (!member.emailVerified && !atLeast(dealRoles, member.role, role)) refuse('email_unverified')
        await store.saveRole(dealId, userId, role, actor.bySuperadminGrant)
        deal.record('deal.member_changed', { user_id: userId, role })
        return { ...member, role }
      }),

    /** Removes an erased account from its personal deal and gives the deal to another owner if it would have none. */
    handOver: (actor: Actor, dealId: string, { from, to }: { from: string; to: string | null }): Promise<void> =>
      changes.change(
        actor,
        dealId,
        'superadmin',
        async (deal) => {
          const { role } = (await store.member(dealId, from)) ?? refuse('member_not_found')
          if (to !== null) {
            const member = await store.member(dealId, to)
            if (member === undefined)
              await store.add({ dealId, userId: to, role: 'owner', createdAt: deal.at, bySuperadmin: true })
            else await store.saveRole(dealId, to, 'owner', true)
            deal.record(member === undefined ? 'deal.member_added' : 'deal.member_changed', {
              user_id: to,
              role: 'owner',
            })
            deal.notify({ type: 'deal_shared', to: [to], snippet: deal.row.name })
            await store.saveCreator(dealId, to)
          }
          await store.remove(dealId, from)
          deal.record('deal.member_removed', { user_id: from, role })
        },
        { evenIfDecided: true },
      ),

    /**
     * Allowed on finalized deals too: a removed member must lose access without waiting for the deal to be reopened.
     */
    remove: (actor: Actor, { dealId, userId }: Place): Promise<void> =>
      changes.change(
        actor,
        dealId,
        'owner',
        async (deal) => {
          const { role } = (await store.member(dealId, userId)) ?? refuse('member_not_found')
          if (role === 'owner') await refuseLastOwner({ dealId, userId })
          await store.remove(dealId, userId)
          deal.record('deal.member_removed', { user_id: userId, role })
        },
        { evenIfDecided: true },
      ),
  }
}
