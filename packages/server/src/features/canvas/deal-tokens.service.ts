import type { Actor } from '../../actor.ts'
import type { Caller } from '../../caller.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { dealMessages } from '../../messages/deals.ts'
import { later, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Auth, IssuedToken, SignedIn } from '../auth/index.ts'
import type { DealAccess, DealEntrance, SuperadminDealEntries } from '../deals/index.ts'

interface Deps {
  auth: Pick<Auth, 'sessionOfRefresh' | 'refresh' | 'issueForDeal'>
  deals: Pick<DealAccess, 'roleOf'>
  entrance: Pick<DealEntrance, 'addGrant'>
  superadminEntries: Pick<SuperadminDealEntries, 'record'>
  changes: Pick<DealChanges, 'change'>
  limits: Limits
  adminLog: Pick<AdminLog, 'record'>
}

const grantMinutes = 60

export interface Reissued extends Pick<SignedIn, 'refreshToken' | 'refreshExpiresAt'> {
  issued: IssuedToken
}

const readReason = (given: string): string => {
  const reason = given.trim()
  if (reason !== '') return reason
  throw new InvalidInput({ at: ['body', 'reason'], reason: dealMessages.reasonBlank(), input: given })
}

export type DealTokens = ReturnType<typeof createDealTokens>

/** Tokens that are valid for one deal only. They carry no role, because it is read on each request. */
export const createDealTokens = ({ auth, deals, entrance, superadminEntries, changes, limits, adminLog }: Deps) => ({
  /** For a member whose role on the deal was checked. A token based on a superadmin's grant cannot be renewed. */
  renew: async (actor: Actor, dealId: string): Promise<IssuedToken> =>
    actor.tokenGrantId !== undefined ? refuse('token_scope') : auth.issueForDeal(actor, { dealId }),

  /**
   * For a user whose access token has expired. The refresh token is rotated as usual, unless the request is rejected.
   */
  reissue: async (refreshToken: string | undefined, caller: Caller, dealId: string): Promise<Reissued> => {
    const holder = await auth.sessionOfRefresh(refreshToken, caller)
    await limits.take('write', holder.userId)
    if ((await deals.roleOf(holder.userId, dealId)) === undefined) refuse('deal_not_found')
    const { refreshToken: next, refreshExpiresAt } = await auth.refresh(refreshToken, caller)
    return { issued: await auth.issueForDeal(holder, { dealId }), refreshToken: next, refreshExpiresAt }
  },

  /**
   * Gives a superadmin access to a deal for an hour. The audit trail of the deal shows its members who entered and why.
   */
  enterAsSuperadmin: async (actor: Actor, dealId: string, given: string): Promise<IssuedToken> => {
    const reason = readReason(given)
    const grantId = newId()
    await changes.change(
      { ...actor, bySuperadminGrant: true },
      dealId,
      'superadmin',
      async (deal) => {
        const { row, at, record } = deal
        const expiresAt = later(at, minutes(grantMinutes))
        await entrance.addGrant({ id: grantId, userId: actor.userId, dealId, reason, createdAt: at, expiresAt })
        record('deal.superadmin_entered', { grant_id: grantId, reason })
        await superadminEntries.record(actor, deal, 'grant')
        await adminLog.record(actor, {
          action: 'deal.superadmin_entered',
          target: { type: 'deal', id: dealId },
          orgId: row.orgId,
          after: { grant_id: grantId, reason },
        })
      },
      { evenIfDecided: true },
    )
    return auth.issueForDeal(actor, { dealId, grantId })
  },
})
