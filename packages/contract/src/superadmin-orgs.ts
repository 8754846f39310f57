import { superadmin } from './access.ts'
import { operation } from './operation.ts'
import { orgName, orgStatuses } from './orgs.ts'
import { page, pageQuery } from './paging.ts'
import { instant, integer, model, nullable, oneOf, optional, type Static, text } from './schema.ts'
import { maxIdLength, maxSearchLength, maxSlugLength, minSlugLength } from './sizes.ts'

const tag = 'Superadmin'

export const OrgResponse = model(
  {
    id: text({ description: 'The organization.' }),
    name: text({ description: 'Its name.', examples: ['Northwind Capital'] }),
    slug: nullable(text({ description: 'The name in addresses.', examples: ['northwind-capital'] })),
    status: oneOf(orgStatuses, { description: 'Whether it is active, suspended or archived.' }),
    member_count: integer({ description: 'How many members it has.', examples: [4] }),
    deal_count: integer({ description: 'How many deals it has.', examples: [4] }),
    created_at: nullable(instant({ description: 'When it was created.' })),
    updated_at: nullable(instant({ description: 'When it was last changed.' })),
  },
  { title: 'OrgResponse' },
)
export type OrgResponse = Static<typeof OrgResponse>

const slug = nullable(
  text({
    description: 'The name in addresses: lower-case letters, digits and hyphens.',
    pattern: `^[a-z0-9-]{${minSlugLength},${maxSlugLength}}$`,
    examples: ['northwind-capital'],
  }),
)

export const createOrgAsSuperadmin = operation({
  id: 'createOrgAsSuperadmin',
  method: 'POST',
  path: '/api/superadmin/orgs',
  tag,
  summary: 'Create an organization without members',
  description: 'Creates an organization that has no members yet. The slug is made from the name unless it is given.',
  access: superadmin,
  body: model({ name: orgName, slug: optional(slug) }, { title: 'CreateOrgAsSuperadminRequest' }),
  answer: OrgResponse,
  errors: ['slug_taken'],
})

export const allOrgs = operation({
  id: 'allOrgs',
  method: 'GET',
  path: '/api/superadmin/orgs',
  tag,
  summary: 'List all organizations',
  description: 'Lists all organizations, the newest first.',
  access: superadmin,
  query: model({
    ...pageQuery,
    search: optional(text({ max: maxSearchLength, description: 'Part of the name or the slug, in any case.' })),
    status: optional(oneOf(orgStatuses, { description: 'Only organizations with this status.' })),
  }),
  answer: page('orgs', OrgResponse),
})

export const changeOrg = operation({
  id: 'changeOrg',
  method: 'PATCH',
  path: '/api/superadmin/orgs/{org_id}',
  tag,
  summary: 'Rename, suspend, archive or restore an organization',
  description:
    'Changes name, slug or status of an organization. Deals of an organization that is not active are closed to its members.',
  access: superadmin,
  params: model({ org_id: text({ description: 'The organization.', max: maxIdLength }) }),
  body: model(
    {
      name: optional(orgName),
      slug: optional(slug),
      status: optional(oneOf(orgStatuses, { description: 'The new status.' })),
    },
    { title: 'ChangeOrgRequest' },
  ),
  answer: OrgResponse,
  errors: ['org_not_found', 'slug_taken'],
})
