import { signedIn } from './access.ts'
import { operation } from './operation.ts'
import {
  anyJson,
  boolean,
  described,
  instant,
  integer,
  list,
  map,
  model,
  optional,
  type Static,
  text,
} from './schema.ts'
import { maxIdLength, maxScimFilterInput, maxScimPage } from './sizes.ts'

const tag = 'Provisioning'
const mediaType = 'application/scim+json'

/** Answered with an API key of the scope `provisioning`, which decides the organization. */
const shared = { tag, mediaType, access: signedIn, idempotent: false, limit: 'scim' } as const

const schemas = list(text({ description: 'A URN.' }), { description: 'The schemas of this message.' })
const Meta = model(
  {
    resourceType: text({ description: 'The kind of resource.', examples: ['User'] }),
    created: optional(instant({ description: 'When it was created.' })),
    lastModified: optional(instant({ description: 'When it was last changed.' })),
    location: text({ description: 'Where it can be read.' }),
    version: optional(text({ description: 'Its version, for If-Match.', examples: ['W/"204517309331825"'] })),
  },
  { title: 'ScimMeta' },
)

const ScimName = model(
  {
    formatted: optional(text({ description: 'The whole name.', examples: ['Jane Doe'] })),
    givenName: optional(text({ description: 'The first name.', examples: ['Jane'] })),
    familyName: optional(text({ description: 'The last name.', examples: ['Doe'] })),
  },
  { title: 'ScimName' },
)
const ScimEmail = model(
  {
    value: optional(text({ description: 'The address.', examples: ['jane@northwind.example'] })),
    type: optional(text({ description: 'Always `work`.', examples: ['work'] })),
    primary: optional(boolean({ description: 'Always true.' })),
  },
  { title: 'ScimEmail' },
)

/** Fields are optional, because clients can ask for some of them only. */
export const ScimUser = model(
  {
    schemas,
    id: text({ description: 'The person.' }),
    externalId: optional(text({ description: 'The id that the identity provider gave.' })),
    userName: optional(text({ description: 'The name by which the identity provider knows the person.' })),
    name: optional(described(ScimName, 'The parts of the name.')),
    displayName: optional(text({ description: 'The name that others see.', examples: ['Jane Doe'] })),
    active: optional(boolean({ description: 'Whether the person is a member of the organization.' })),
    emails: optional(list(ScimEmail, { description: 'The address by which the organization knows the person.' })),
    meta: optional(described(Meta, 'Where the resource is, when it changed, and its version.')),
  },
  { title: 'ScimUser' },
)
export type ScimUser = Static<typeof ScimUser>

const ScimMember = model(
  {
    value: optional(text({ description: 'The person.' })),
    display: optional(text({ description: 'The name of the person.', examples: ['Jane Doe'] })),
    type: optional(text({ description: 'Always `User`.', examples: ['User'] })),
  },
  { title: 'ScimMember' },
)

export const ScimGroup = model(
  {
    schemas,
    id: text({ description: 'The team.' }),
    externalId: optional(text({ description: 'The id that the identity provider gave.' })),
    displayName: optional(text({ description: 'The name of the team.', examples: ['Real estate'] })),
    members: optional(
      list(ScimMember, { description: 'Its members, those who joined first; at most 1,000 in one answer.' }),
    ),
    meta: optional(described(Meta, 'Where the resource is, when it changed, and its version.')),
  },
  { title: 'ScimGroup' },
)
export type ScimGroup = Static<typeof ScimGroup>

const listOf = <Item extends typeof ScimUser | typeof ScimGroup>(item: Item, title: string) =>
  model(
    {
      schemas,
      totalResults: integer({ description: 'How many resources match.', examples: [1] }),
      startIndex: integer({ description: 'The place of the first one shown.', examples: [1] }),
      itemsPerPage: integer({ description: 'How many are shown.', examples: [1] }),
      Resources: list(item, { description: 'One page of them, in the order of creation.' }),
    },
    { title },
  )

const Discovered = map(anyJson({ description: 'As RFC 7643 defines it.' }), {
  description: 'What the service supports, as RFC 7643 defines it.',
})
const message = map(anyJson({ description: 'An attribute; unsupported ones are ignored.' }), {
  description: 'A SCIM message. Names of attributes are compared without case.',
  examples: [{ schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'jane@northwind.example' }],
})

const shown = {
  attributes: optional(
    text({
      description: 'The attributes to show, separated by commas.',
      max: maxScimFilterInput,
      examples: ['userName'],
    }),
  ),
  excludedAttributes: optional(
    text({ description: 'The attributes to leave out.', max: maxScimFilterInput, examples: ['members'] }),
  ),
}
const listQuery = {
  filter: optional(
    text({
      description: 'A filter of RFC 7644, at most 1,000 characters.',
      max: maxScimFilterInput,
      examples: ['userName eq "jane@northwind.example"'],
    }),
  ),
  startIndex: optional(integer({ description: 'The place of the first resource, from 1.' })),
  count: optional(integer({ description: `At most ${maxScimPage} are shown.` })),
  ...shown,
}
const id = model({ id: text({ max: maxIdLength, description: 'The resource.' }) })

const discovery = (name: string, path: string, summary: string) =>
  operation({
    ...shared,
    id: name,
    method: 'GET',
    path: `/api/scim/v2/${path}`,
    summary,
    description: `${summary}, for SCIM 2.0 clients.`,
    answer: Discovered,
  })

const discoveryOfOne = (name: string, path: string, summary: string) =>
  operation({
    ...shared,
    id: name,
    method: 'GET',
    path: `/api/scim/v2/${path}/{id}`,
    summary,
    description: `${summary}, for SCIM 2.0 clients.`,
    params: id,
    answer: Discovered,
    errors: ['scim_resource_not_found'],
  })

export const scimConfig = discovery('scimConfig', 'ServiceProviderConfig', 'Describe the supported features')
export const scimResourceTypes = discovery('scimResourceTypes', 'ResourceTypes', 'List the kinds of resources')
export const scimResourceType = discoveryOfOne('scimResourceType', 'ResourceTypes', 'Describe a kind of resource')
export const scimSchemas = discovery('scimSchemas', 'Schemas', 'List the schemas')
export const scimSchema = discoveryOfOne('scimSchema', 'Schemas', 'Describe a schema')

const written = ['scim_invalid_syntax', 'scim_invalid_value', 'scim_uniqueness'] as const
const changed = ['scim_resource_not_found', 'scim_version_stale', ...written] as const
const patched = ['scim_invalid_path', 'scim_no_target', 'scim_mutability', ...changed] as const

export const scimUsers = operation({
  ...shared,
  id: 'scimUsers',
  method: 'GET',
  path: '/api/scim/v2/Users',
  summary: 'List or look up users',
  description:
    'Lists the verified members of the organization, and suspended people whom its identity provider manages. Filters use id, userName, externalId, emails and active; sorting is not supported.',
  query: model(listQuery),
  answer: listOf(ScimUser, 'ScimUsers'),
  errors: ['scim_invalid_filter', 'scim_invalid_value'],
})

export const scimUser = operation({
  ...shared,
  id: 'scimUser',
  method: 'GET',
  path: '/api/scim/v2/Users/{id}',
  summary: 'Get a user',
  description: 'Shows a member of the organization, or a suspended person.',
  params: id,
  query: model(shown),
  answer: ScimUser,
  errors: ['scim_resource_not_found'],
})

export const createScimUser = operation({
  ...shared,
  id: 'createScimUser',
  method: 'POST',
  path: '/api/scim/v2/Users',
  summary: 'Create a user',
  description:
    'Makes a person a member of the organization. Their address must be in a domain that is assigned to it; the account that has verified the address joins, otherwise an account without a password is created.',
  query: model(shown),
  body: message,
  answer: ScimUser,
  status: 201,
  errors: written,
})

export const replaceScimUser = operation({
  ...shared,
  id: 'replaceScimUser',
  method: 'PUT',
  path: '/api/scim/v2/Users/{id}',
  summary: 'Replace a user',
  description:
    'Replaces what the identity provider says of a person. `active: false` suspends the membership at once; the last owner is 409 `last_owner`.',
  params: id,
  query: model(shown),
  body: message,
  answer: ScimUser,
  ifMatch: true,
  errors: ['last_owner', 'scim_mutability', ...changed],
})

export const patchScimUser = operation({
  ...shared,
  id: 'patchScimUser',
  method: 'PATCH',
  path: '/api/scim/v2/Users/{id}',
  summary: 'Change a user',
  description:
    'Applies the operations of a PatchOp message, all or none. `active: false` suspends the membership at once; the last owner is 409 `last_owner`.',
  params: id,
  query: model(shown),
  body: message,
  answer: ScimUser,
  ifMatch: true,
  errors: ['last_owner', ...patched],
})

export const removeScimUser = operation({
  ...shared,
  id: 'removeScimUser',
  method: 'DELETE',
  path: '/api/scim/v2/Users/{id}',
  summary: 'Remove a user',
  description:
    'Suspends the membership at once and forgets the user here; comments and votes stay with their name. The last owner is 409 `last_owner`.',
  params: id,
  ifMatch: true,
  errors: ['last_owner', 'scim_resource_not_found', 'scim_version_stale'],
})

export const scimGroups = operation({
  ...shared,
  id: 'scimGroups',
  method: 'GET',
  path: '/api/scim/v2/Groups',
  summary: 'List or look up groups',
  description:
    'Lists the teams of the organization, as many as have at most 1,000 members together. Filters use id, displayName and externalId; sorting is not supported.',
  query: model(listQuery),
  answer: listOf(ScimGroup, 'ScimGroups'),
  errors: ['scim_invalid_filter', 'scim_invalid_value'],
})

export const scimGroup = operation({
  ...shared,
  id: 'scimGroup',
  method: 'GET',
  path: '/api/scim/v2/Groups/{id}',
  summary: 'Get a group',
  description: 'Shows a team of the organization.',
  params: id,
  query: model(shown),
  answer: ScimGroup,
  errors: ['scim_resource_not_found'],
})

export const createScimGroup = operation({
  ...shared,
  id: 'createScimGroup',
  method: 'POST',
  path: '/api/scim/v2/Groups',
  summary: 'Create a group',
  description:
    'Creates a team. A name that a team already has is 409 `uniqueness`: look the team up with a filter and use its id.',
  query: model(shown),
  body: message,
  answer: ScimGroup,
  status: 201,
  errors: written,
})

export const replaceScimGroup = operation({
  ...shared,
  id: 'replaceScimGroup',
  method: 'PUT',
  path: '/api/scim/v2/Groups/{id}',
  summary: 'Replace a group',
  description: 'Replaces name, external id and members of a team.',
  params: id,
  query: model(shown),
  body: message,
  answer: ScimGroup,
  ifMatch: true,
  errors: changed,
})

export const patchScimGroup = operation({
  ...shared,
  id: 'patchScimGroup',
  method: 'PATCH',
  path: '/api/scim/v2/Groups/{id}',
  summary: 'Change a group',
  description: 'Applies the operations of a PatchOp message, all or none.',
  params: id,
  query: model(shown),
  body: message,
  answer: ScimGroup,
  ifMatch: true,
  errors: patched,
})

export const removeScimGroup = operation({
  ...shared,
  id: 'removeScimGroup',
  method: 'DELETE',
  path: '/api/scim/v2/Groups/{id}',
  summary: 'Delete a group',
  description: 'Deletes a team; its members stay in the organization, and deals are no longer shared with it.',
  params: id,
  ifMatch: true,
  errors: ['scim_resource_not_found', 'scim_version_stale'],
})
