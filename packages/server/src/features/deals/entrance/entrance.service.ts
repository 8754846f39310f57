import type { DealRole } from '@deal-canvas/contract'
import type { Actor } from '../../../actor.ts'
import { refuse } from '../../../domain-error.ts'
import { type Clock, days, later } from '../../../platform/clock.ts'
import { isId } from '../../../platform/ids.ts'
import type { DealAccess } from '../access.service.ts'
import type { DealEntranceStore } from './entrance.store.ts'

interface Deps {
  store: DealEntranceStore
  deals: Pick<DealAccess, 'roleOf'>
  /** Called for every access to a deal; returns the access with the superadmin flag set if it applies. */
  note(actor: Actor, dealId: string, entered: Entered): Promise<Entered>
  now: Clock
}

export interface Entered {
  dealRole: DealRole
  bySuperadminGrant: boolean
}

/** Expired grants give no access, and the audit trail keeps who entered and why. */
const keptDays = 30

export type DealEntrance = ReturnType<typeof createDealEntrance>

/** Resolves the role with which an actor accesses a deal. */
export const createDealEntrance = ({ store, deals, note, now }: Deps) => {
  /** A grant is valid until it expires and only while its holder is a superadmin, regardless of the token. */
  const enterByGrant = async (actor: Actor, grantId: string, dealId: string): Promise<Entered | undefined> => {
    if (!isId(grantId)) return undefined
    const end = await store.grantEnd({ id: grantId, userId: actor.userId, dealId })
    if (end === undefined) return undefined
    return end > now() ? { dealRole: 'owner', bySuperadminGrant: true } : refuse('token_expired')
  }

  const judge = async (
    actor: Actor,
    dealId: string,
    role?: Promise<DealRole | undefined>,
  ): Promise<Entered | undefined> => {
    if (actor.tokenGrantId !== undefined) return enterByGrant(actor, actor.tokenGrantId, dealId)
    const dealRole = await (role ?? deals.roleOf(actor.userId, dealId))
    return dealRole === undefined ? undefined : { dealRole, bySuperadminGrant: false }
  }

  /** Undefined: the deal is invisible to the actor. */
  const enter: typeof judge = async (actor, dealId, role) => {
    const entered = await judge(actor, dealId, role)
    return entered === undefined ? undefined : note(actor, dealId, entered)
  }

  return {
    enter,
    /** Returns the current role; checked under the deal's lock before every change. */
    roleOn: async (actor: Actor, dealId: string): Promise<DealRole | undefined> =>
      (await judge(actor, dealId))?.dealRole,
    isSuperadmin: store.isSuperadmin,
    requireOwner: async (actor: Actor, dealId: string): Promise<void> => {
      const { dealRole } = (await enter(actor, dealId)) ?? refuse('deal_not_found')
      if (dealRole !== 'owner') refuse('role_too_low')
    },
    addGrant: store.addGrant,
    /** Returns the grants that are still valid, by the same rule as for requests. */
    goodGrants: (ids: readonly string[]): Promise<Set<string>> => store.goodAmong(ids, now()),
    sweep: () => store.sweep(later(now(), -days(keptDays))),
  }
}
