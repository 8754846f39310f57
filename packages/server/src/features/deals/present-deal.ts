import type { Deal } from '@deal-canvas/contract'
import type { SeenDeal } from './deal-records.service.ts'

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
