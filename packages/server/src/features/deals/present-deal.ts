import type { Deal, DealLine } from '@deal-canvas/contract'
import type { ListedDeal, SeenDeal } from './deals.service.ts'

export const presentDeal = ({ deal, role }: SeenDeal): Deal => ({
  deal_id: deal.id,
  name: deal.name,
  tier: deal.tier,
  status: deal.archivedAt === null ? deal.status : 'archived',
  org_id: deal.orgId,
  role,
  created_at: deal.createdAt.toISOString(),
  updated_at: deal.updatedAt.toISOString(),
  last_activity_at: deal.lastActivityAt?.toISOString() ?? null,
})

export const presentLine = (listed: ListedDeal): DealLine => ({
  ...presentDeal(listed),
  model_integrity_score: listed.score ?? null,
  open_blockers: listed.summary.openBlockers,
  unread: listed.summary.unread,
  people: listed.summary.people,
  people_count: listed.summary.peopleCount,
  last_event: listed.summary.lastEvent,
})
