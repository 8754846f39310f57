import { quotaUsage } from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import type { Quotas } from './quotas.service.ts'

export const quotaRoutes = ({ quotas }: { quotas: Quotas }): Route[] => [
  handle(quotaUsage, async ({ actor }) => {
    const { deals, intakes, personal, orgs } = await quotas.usage(actor.userId)
    return {
      deals,
      intakes,
      personal_bytes: { used: personal.bytes, limit: personal.limit },
      orgs: orgs.map(({ orgId, name, bytes, limit }) => ({ org_id: orgId, name, bytes: { used: bytes, limit } })),
    }
  }),
]
