import {
  type Deal,
  type DealCounts,
  type DealLine,
  dealStages,
  dealStatuses,
  defaultCurrency,
} from '@deal-canvas/contract'
import type { ListedDeal, SeenDeal } from './deals.service.ts'
import type { DealCount } from './deals.store.ts'

export const presentDeal = ({ deal, role, decision }: SeenDeal): Deal => ({
  deal_id: deal.id,
  name: deal.name,
  tier: deal.tier,
  status: deal.archivedAt === null ? deal.status : 'archived',
  org_id: deal.orgId,
  role,
  stage: deal.stage,
  ic_date: deal.icDate,
  lead_id: deal.leadId,
  city: deal.city,
  decision,
  created_at: deal.createdAt.toISOString(),
  updated_at: deal.updatedAt.toISOString(),
  last_activity_at: deal.lastActivityAt?.toISOString() ?? null,
})

export const presentLine = (listed: ListedDeal): DealLine => ({
  ...presentDeal(listed),
  model_integrity_score: listed.score ?? null,
  open_blockers: listed.summary.openBlockers,
  waiting: listed.waiting,
  unread: listed.summary.unread,
  people: listed.summary.people,
  people_count: listed.summary.peopleCount,
  last_event: listed.summary.lastEvent,
  lead_name: listed.summary.leadName,
  deal_type: listed.summary.dealTypeShown,
  currency: listed.summary.currency ?? defaultCurrency,
  size: listed.summary.headlines?.size ?? null,
  return: listed.summary.headlines?.return ?? null,
  multiple: listed.summary.headlines?.multiple ?? null,
  scenario_name: listed.summary.scenarioName,
})

const sumBy = <Key>(counts: readonly DealCount[], keyOf: (count: DealCount) => Key): Map<Key, number> => {
  const sums = new Map<Key, number>()
  for (const each of counts) sums.set(keyOf(each), (sums.get(keyOf(each)) ?? 0) + each.count)
  return sums
}

export const presentCounts = ({ counts, capped }: { counts: readonly DealCount[]; capped: boolean }): DealCounts => {
  const listed = counts.filter(({ status }) => status !== 'archived')
  const byStatus = sumBy(counts, ({ status }) => status)
  const byStage = sumBy(listed, ({ stage }) => stage)
  const byType = sumBy(listed, ({ type }) => type)
  return {
    status: dealStatuses.map((key) => ({ key, count: byStatus.get(key) ?? 0 })),
    stage: [...dealStages, null].map((key) => ({ key, count: byStage.get(key) ?? 0 })),
    type: [...byType].map(([key, count]) => ({ key, count })).sort((a, b) => b.count - a.count),
    capped,
  }
}
