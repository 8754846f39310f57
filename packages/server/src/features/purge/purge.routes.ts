import { type BodyOf, type PurgeReport, purgeDeals } from '@deal-canvas/contract'
import { handlePrepared, type Route } from '../../http/handler.ts'
import type { FoundDeal } from './findings.ts'
import type { Purge, PurgeOutcome } from './purge.service.ts'
import type { PurgeRequest } from './purge-request.ts'

export const purgeRoutes = ({ purge }: { purge: Purge }): Route[] => [
  // Prepared, because a purge of all deals takes too long for one transaction.
  handlePrepared(
    purgeDeals,
    ({ actor, body }) => purge.run(actor, readRequest(body)),
    async ({ actor }, outcome) => {
      await purge.conclude(actor, outcome)
      return presentReport(outcome)
    },
  ),
]

const readRequest = (body: BodyOf<typeof purgeDeals>): PurgeRequest => ({
  mode: body.mode,
  dealId: body.deal_id ?? null,
  orgId: body.org_id ?? null,
  includeCheckpoints: body.include_checkpoints ?? false,
  // A deal named explicitly is purged even if it is in use.
  excludeActiveWithinSecs: body.mode === 'all' ? (body.exclude_active_within_secs ?? null) : null,
  dryRun: body.dry_run ?? true,
})

const presentReport = ({ request, ...outcome }: PurgeOutcome): PurgeReport => ({
  mode: request.mode,
  dry_run: request.dryRun,
  include_checkpoints: request.includeCheckpoints,
  deals: outcome.deals.map((deal) => presentDeal(deal, outcome.names)),
  deals_total: outcome.dealsTotal,
  totals: { ...outcome.totals },
  purged_keys: outcome.purgedKeys,
  duration_ms: outcome.durationMs,
  resumed: outcome.resumed,
})

const presentDeal = (
  { dealId, orgId, keys, keptCheckpoints, skipped }: FoundDeal,
  names: PurgeOutcome['names'],
): PurgeReport['deals'][number] => ({
  deal_id: dealId,
  deal_name: names.get(dealId)?.name ?? null,
  org_id: orgId,
  org_name: names.get(dealId)?.orgName ?? null,
  keys: { ...keys },
  kept_checkpoints: keptCheckpoints,
  ...(skipped === undefined ? {} : { skipped }),
})
