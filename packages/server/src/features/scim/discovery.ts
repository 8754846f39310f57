import { maxScimPage } from '@deal-canvas/contract'
import { refuse } from '../../domain-error.ts'
import { provisioningMessages as messages } from '../../messages/provisioning.ts'
import { groupSchema, userSchema } from './protocol/attributes.ts'

const core = 'urn:ietf:params:scim:schemas:core:2.0'
const listUrn = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

interface Described {
  name: string
  type: 'string' | 'boolean' | 'complex'
  multiValued?: boolean
  required?: boolean
  caseExact?: boolean
  mutability?: 'readOnly' | 'readWrite'
  uniqueness?: 'none' | 'server'
  subAttributes?: Described[]
}

const described = ({ subAttributes, ...given }: Described): Record<string, unknown> => ({
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...given,
  ...(subAttributes === undefined ? {} : { subAttributes: subAttributes.map(described) }),
})

const text = (name: string, more: Partial<Described> = {}): Described => ({ name, type: 'string', ...more })

const userAttributes: Described[] = [
  text('userName', { required: true, uniqueness: 'server' }),
  text('externalId', { caseExact: true }),
  text('displayName'),
  { name: 'name', type: 'complex', subAttributes: [text('formatted'), text('givenName'), text('familyName')] },
  { name: 'active', type: 'boolean' },
  {
    name: 'emails',
    type: 'complex',
    multiValued: true,
    subAttributes: [text('value'), text('type'), { name: 'primary', type: 'boolean' }],
  },
]

const groupAttributes: Described[] = [
  text('displayName', { required: true, uniqueness: 'server' }),
  text('externalId', { caseExact: true }),
  {
    name: 'members',
    type: 'complex',
    multiValued: true,
    subAttributes: [
      text('value', { caseExact: true }),
      text('display', { mutability: 'readOnly' }),
      text('type', { mutability: 'readOnly' }),
    ],
  },
]

const listOf = (resources: readonly Record<string, unknown>[]) => ({
  schemas: [listUrn],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** What a SCIM client can ask the service about itself: RFC 7643 §5 to §7. */
export const createDiscovery = (base: string, documentation: string) => {
  const meta = (resourceType: string, path: string) => ({ resourceType, location: `${base}/${path}` })

  const schemas = [
    { id: userSchema.urn, name: 'User', description: messages.userSchema(), attributes: userAttributes },
    { id: groupSchema.urn, name: 'Group', description: messages.groupSchema(), attributes: groupAttributes },
  ].map(({ attributes, ...schema }) => ({
    schemas: [`${core}:Schema`],
    ...schema,
    attributes: attributes.map(described),
    meta: meta('Schema', `Schemas/${schema.id}`),
  }))

  const resourceTypes = [
    { id: 'User', endpoint: '/Users', schema: userSchema.urn, description: messages.userSchema() },
    { id: 'Group', endpoint: '/Groups', schema: groupSchema.urn, description: messages.groupSchema() },
  ].map((type) => ({
    schemas: [`${core}:ResourceType`],
    name: type.id,
    ...type,
    meta: meta('ResourceType', `ResourceTypes/${type.id}`),
  }))

  return {
    config: {
      schemas: [`${core}:ServiceProviderConfig`],
      documentationUri: documentation,
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: maxScimPage },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: true },
      authenticationSchemes: [
        { type: 'oauthbearertoken', name: messages.bearerName(), description: messages.bearer(), primary: true },
      ],
      meta: meta('ServiceProviderConfig', 'ServiceProviderConfig'),
    },
    schemas: listOf(schemas),
    schema: (id: string) =>
      schemas.find((one) => one.id.toLowerCase() === id.toLowerCase()) ?? refuse('scim_resource_not_found'),
    resourceTypes: listOf(resourceTypes),
    resourceType: (id: string) => resourceTypes.find((one) => one.id === id) ?? refuse('scim_resource_not_found'),
  }
}
