import { superadmin } from './access.ts'
import { operation } from './operation.ts'
import { orgName, orgStatuses } from './orgs.ts'
import { page, pageQuery } from './paging.ts'
import { instant, integer, model, nullable, oneOf, optional, type Static, text } from './schema.ts'

const tag = 'Superadmin'

export const OrgResponse = model(
  {
    id: text(),
    name: text({ examples: ['Northwind Capital'] }),
    slug: nullable(text({ examples: ['northwind-capital'] })),
    status: oneOf(orgStatuses),
    member_count: integer({ examples: [4] }),
    deal_count: integer({ examples: [4] }),
    created_at: nullable(instant()),
    updated_at: nullable(instant()),
  },
  { title: 'OrgResponse' },
)
export type OrgResponse = Static<typeof OrgResponse>

const slug = nullable(text({ pattern: '^[a-z0-9-]{2,60}$', examples: ['northwind-capital'] }))

export const createOrgAsSuperadmin = operation({
  id: 'createOrgAsSuperadmin',
  method: 'POST',
  path: '/api/superadmin/orgs',
  tag,
  summary: 'Make an organization without members; the slug comes from the name unless it is given',
  access: superadmin,
  body: model({ name: orgName, slug: optional(slug) }),
  answer: OrgResponse,
  errors: ['slug_taken'],
})

export const allOrgs = operation({
  id: 'allOrgs',
  method: 'GET',
  path: '/api/superadmin/orgs',
  tag,
  summary: 'All organizations, the newest first',
  access: superadmin,
  query: model({
    ...pageQuery,
    search: optional(text({ max: 200, description: 'Part of the name or the slug, in any case.' })),
    status: optional(oneOf(orgStatuses)),
  }),
  answer: page('orgs', OrgResponse),
})

export const changeOrg = operation({
  id: 'changeOrg',
  method: 'PATCH',
  path: '/api/superadmin/orgs/{org_id}',
  tag,
  summary: 'Rename, suspend, archive or bring back an organization; one that is not active closes its deals',
  access: superadmin,
  params: model({ org_id: text({ max: 100 }) }),
  body: model({ name: optional(orgName), slug: optional(slug), status: optional(oneOf(orgStatuses)) }),
  answer: OrgResponse,
  errors: ['org_not_found', 'slug_taken'],
})
