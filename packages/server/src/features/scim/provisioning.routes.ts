import { provisioning } from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import type { RefusalsStore } from './refusals.store.ts'

interface Deps {
  store: Pick<RefusalsStore, 'newest' | 'counted'>
  base: string
}

/** What the administrators of an organization see of its identity provider. */
export const provisioningRoutes = ({ store, base }: Deps): Route[] => [
  handle(provisioning, async ({ params }) => {
    const [{ people, suspended, groups, lastRequestAt }, refusals] = await Promise.all([
      store.counted(params.org_id),
      store.newest(params.org_id),
    ])
    return {
      base_url: base,
      people,
      suspended,
      groups,
      last_request_at: lastRequestAt?.toISOString() ?? null,
      refusals: refusals.map(({ at, operation, status, code }) => ({ at: at.toISOString(), operation, status, code })),
    }
  }),
]
