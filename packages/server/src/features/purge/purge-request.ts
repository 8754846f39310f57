import { InvalidInput, type Objection } from '../../invalid-input.ts'
import { adminMessages } from '../../messages/admin.ts'

export interface PurgeRequest {
  mode: 'all' | 'by_deal'
  dealId: string | null
  /** The organization that the deal must belong to. */
  orgId: string | null
  includeCheckpoints: boolean
  /** In mode `all`, skips deals with activity within this time; null to skip none. */
  excludeActiveWithinSecs: number | null
  dryRun: boolean
}

/** Rejects a request with contradictory fields. */
export const checkRequest = ({ mode, dealId, orgId }: PurgeRequest): void => {
  const object = (field: string, input: unknown, reason: string): Objection => ({
    at: ['body', field],
    reason,
    input,
  })
  const objections =
    mode === 'by_deal'
      ? [dealId === null && object('deal_id', dealId, adminMessages.dealRequired())]
      : [
          dealId !== null && object('deal_id', dealId, adminMessages.dealNotAllowed()),
          orgId !== null && object('org_id', orgId, adminMessages.organizationNotAllowed()),
        ]
  const found = objections.filter((objection) => objection !== false)
  if (found.length > 0) throw new InvalidInput(...found)
}

/** Canonical form of the fields that determine the effect: two requests with the same form are the same purge. */
export const spellingOf = ({ mode, dealId, includeCheckpoints, excludeActiveWithinSecs }: PurgeRequest): string =>
  mode === 'by_deal'
    ? JSON.stringify({ mode, deal_id: dealId, include_checkpoints: includeCheckpoints })
    : JSON.stringify({
        mode,
        include_checkpoints: includeCheckpoints,
        exclude_active_within_secs: excludeActiveWithinSecs,
      })
