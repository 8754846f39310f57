import type { BodyOf, PurgeReport, purgeDeals } from '@deal-canvas/contract'
import { adminPurgeMessages } from '../../../messages/admin-purge.ts'

export type PurgeBody = BodyOf<typeof purgeDeals>

export interface Scope {
  readonly mode: PurgeBody['mode']
  readonly dealId: string
  /** In minutes, as typed; empty: no deal is excluded. */
  readonly activeWithin: string
  readonly includeCheckpoints: boolean
}

/** The request body, or the reason why the scope is invalid. */
export const requestOf = ({ mode, dealId, activeWithin, includeCheckpoints }: Scope): PurgeBody | string => {
  if (mode === 'by_deal') {
    const id = dealId.trim()
    return id === ''
      ? adminPurgeMessages.dealIdMissing()
      : { mode, deal_id: id, include_checkpoints: includeCheckpoints, dry_run: true }
  }
  const minutes = activeWithin.trim() === '' ? 0 : Number(activeWithin)
  if (!Number.isSafeInteger(minutes) || minutes < 0 || minutes > 5_000_000)
    return adminPurgeMessages.activeWithinWrong()
  return {
    mode,
    include_checkpoints: includeCheckpoints,
    ...(minutes === 0 ? {} : { exclude_active_within_secs: minutes * 60 }),
    dry_run: true,
  }
}

/** The text to type before anything is deleted, so that nobody confirms by mistake or for the wrong deal. */
export const confirmation = ({ mode, deal_id }: PurgeBody): string =>
  mode === 'by_deal'
    ? adminPurgeMessages.confirmationForDeal({ dealId: deal_id ?? '' })
    : adminPurgeMessages.confirmationForAll()

export const isConfirmed = (body: PurgeBody, typed: string): boolean => typed.trim() === confirmation(body)

export const keysIn = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** The number of deals that would lose data. */
export const touchedDeals = ({ deals, deals_total }: PurgeReport): number =>
  deals_total - deals.filter(({ keys, skipped }) => skipped !== undefined || keysIn(keys) === 0).length
