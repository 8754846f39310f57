import type { BodyOf, PurgeReport, purgeDeals } from '@deal-canvas/contract'
import { adminPurgeMessages } from '../../../messages/admin-purge.ts'

export type PurgeBody = BodyOf<typeof purgeDeals>

export interface Scope {
  readonly mode: PurgeBody['mode']
  readonly dealId: string
  /** In minutes, as typed; empty: none is left out. */
  readonly activeWithin: string
  readonly includeCheckpoints: boolean
}

/** What the service is asked, or why it cannot be asked yet. */
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

/** What has to be typed before anything is deleted: nobody types this by mistake, or for another deal. */
export const confirmation = ({ mode, deal_id }: PurgeBody): string =>
  mode === 'by_deal'
    ? adminPurgeMessages.confirmationForDeal({ dealId: deal_id ?? '' })
    : adminPurgeMessages.confirmationForAll()

export const isConfirmed = (body: PurgeBody, typed: string): boolean => typed.trim() === confirmation(body)

export const keysIn = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Deals that would lose something. */
export const touchedDeals = ({ deals, deals_total }: PurgeReport): number =>
  deals_total - deals.filter(({ keys, skipped }) => skipped !== undefined || keysIn(keys) === 0).length
