import { allOrgs, changeOrg, createOrgAsSuperadmin, type OrgResponse } from '@deal-canvas/contract'
import { readCursor } from '../../http/cursor.ts'
import { handle, type Route } from '../../http/handler.ts'
import { presentPage } from '../../http/page.ts'
import type { CountedOrg } from './orgs.store.ts'
import type { SuperadminOrgs } from './superadmin-orgs.service.ts'

export const superadminOrgRoutes = ({ superadminOrgs }: { superadminOrgs: SuperadminOrgs }): Route[] => [
  handle(createOrgAsSuperadmin, ({ actor, body: { name, slug } }) =>
    superadminOrgs.create(actor, { name, slug: slug ?? undefined }).then(presentOrg),
  ),
  handle(allOrgs, async ({ query: { limit = 20, cursor, search, status } }) => {
    const rows = await superadminOrgs.page({ search, status, after: readCursor(cursor), limit })
    const { items, ...rest } = presentPage(rows, {
      limit,
      present: presentOrg,
      keyOf: ({ org }) => [org.createdAt, org.id],
    })
    return { orgs: items, ...rest }
  }),
  handle(changeOrg, ({ actor, params, body: { name, slug, status } }) =>
    superadminOrgs.change(actor, params.org_id, { name, slug: slug ?? undefined, status }).then(presentOrg),
  ),
]

const presentOrg = ({ org, memberCount, dealCount }: CountedOrg): OrgResponse => ({
  id: org.id,
  name: org.name,
  slug: org.slug,
  status: org.status,
  member_count: memberCount,
  deal_count: dealCount,
  created_at: org.createdAt.toISOString(),
  updated_at: org.updatedAt.toISOString(),
})
