import { InvalidInput, type Objection } from '../../invalid-input.ts'

export interface PurgeRequest {
  mode: 'all' | 'by_deal'
  dealId: string | null
  /** Of one deal, whose it must be. */
  orgId: string | null
  includeCheckpoints: boolean
  /** Of all deals, leave those out to which something happened so lately; null: none. */
  excludeActiveWithinSecs: number | null
  dryRun: boolean
}

/** Refuses a request whose fields do not fit each other. */
export const checkRequest = ({ mode, dealId, orgId }: PurgeRequest): void => {
  const object = (field: string, input: unknown, reason: string): Objection => ({
    at: ['body', field],
    reason,
    input,
  })
  const objections =
    mode === 'by_deal'
      ? [dealId === null && object('deal_id', dealId, 'A purge by deal needs the id of the deal')]
      : [
          dealId !== null && object('deal_id', dealId, 'A purge of all deals takes no deal; choose the mode by_deal'),
          orgId !== null && object('org_id', orgId, 'A purge of all deals takes no organization'),
        ]
  const found = objections.filter((objection) => objection !== false)
  if (found.length > 0) throw new InvalidInput(...found)
}

/** What decides about the effect, in one spelling: two requests of one spelling are the same purge. */
export const spellingOf = ({ mode, dealId, includeCheckpoints, excludeActiveWithinSecs }: PurgeRequest): string =>
  mode === 'by_deal'
    ? JSON.stringify({ mode, deal_id: dealId, include_checkpoints: includeCheckpoints })
    : JSON.stringify({
        mode,
        include_checkpoints: includeCheckpoints,
        exclude_active_within_secs: excludeActiveWithinSecs,
      })
