import type { Actor } from '../../actor.ts'
import type { Caller } from '../../caller.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { later, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { AdminLog } from '../admin-log/admin-log.service.ts'
import type { DealChanges } from '../audit-trail/deal-changes.service.ts'
import type { IssuedToken } from '../auth/access-tokens.ts'
import type { Auth, SignedIn } from '../auth/auth.service.ts'
import type { DealAccess } from '../deals/access.service.ts'
import type { DealEntrance } from '../deals/entrance/entrance.service.ts'
import type { SuperadminDealEntries } from '../deals/entrance/superadmin-entries.ts'

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
  throw new InvalidInput({ at: ['body', 'reason'], reason: 'A reason must have something to read', input: given })
}

export type DealTokens = ReturnType<typeof createDealTokens>

/** Tokens that are good for one deal alone. They carry no role: that is read at each request. */
export const createDealTokens = ({ auth, deals, entrance, superadminEntries, changes, limits, adminLog }: Deps) => ({
  /** For someone whose role on the deal was judged. What a grant gives ends with it. */
  renew: async (actor: Actor, dealId: string): Promise<IssuedToken> =>
    actor.tokenGrantId !== undefined ? refuse('token_scope') : auth.issueForDeal(actor, { dealId }),

  /** For someone whose access token has expired. The refresh token is rotated like at any use, unless it is refused. */
  reissue: async (refreshToken: string | undefined, caller: Caller, dealId: string): Promise<Reissued> => {
    const holder = await auth.sessionOfRefresh(refreshToken, caller)
    await limits.take('write', holder.userId)
    if ((await deals.roleOf(holder.userId, dealId)) === undefined) refuse('deal_not_found')
    const { refreshToken: next, refreshExpiresAt } = await auth.refresh(refreshToken, caller)
    return { issued: await auth.issueForDeal(holder, { dealId }), refreshToken: next, refreshExpiresAt }
  },

  /** Lets a superadmin into a deal for an hour. The deal's own people read in its journal who came and why. */
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
