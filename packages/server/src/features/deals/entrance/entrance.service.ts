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
  /** Told of everyone who enters; answers as what they come. */
  note(actor: Actor, dealId: string, entered: Entered): Promise<Entered>
  now: Clock
}

export interface Entered {
  dealRole: DealRole
  bySuperadminGrant: boolean
}

/** The journal keeps who came in and why; an old grant lets nobody in. */
const keptDays = 30

export type DealEntrance = ReturnType<typeof createDealEntrance>

/** As what someone comes to a deal. */
export const createDealEntrance = ({ store, deals, note, now }: Deps) => {
  /** A grant counts while it runs and its holder is a superadmin, whatever the token says. */
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

  /** None: the deal is invisible to them. */
  const enter: typeof judge = async (actor, dealId, role) => {
    const entered = await judge(actor, dealId, role)
    return entered === undefined ? undefined : note(actor, dealId, entered)
  }

  return {
    enter,
    /** As it is at this moment; asked under the deal's lock before every change. */
    roleOn: async (actor: Actor, dealId: string): Promise<DealRole | undefined> =>
      (await judge(actor, dealId))?.dealRole,
    isSuperadmin: store.isSuperadmin,
    requireOwner: async (actor: Actor, dealId: string): Promise<void> => {
      const { dealRole } = (await enter(actor, dealId)) ?? refuse('deal_not_found')
      if (dealRole !== 'owner') refuse('role_too_low')
    },
    addGrant: store.addGrant,
    /** Those of the grants that still let someone in, by the same rule as at a request. */
    goodGrants: (ids: readonly string[]): Promise<Set<string>> => store.goodAmong(ids, now()),
    sweep: () => store.sweep(later(now(), -days(keptDays))),
  }
}
