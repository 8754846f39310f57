import { orgRole } from './access.ts'
import { operation } from './operation.ts'
import { instant, integer, list, model, nullable, type Static, text } from './schema.ts'
import { maxIdLength, maxScimRefusals } from './sizes.ts'

const ProvisioningRefusal = model(
  {
    at: instant({ description: 'When it was refused.' }),
    operation: text({ description: 'What the identity provider wanted.', examples: ['createScimUser'] }),
    status: integer({ description: 'The status that it got.', examples: [400] }),
    code: text({ description: 'The error code.', examples: ['scim_invalid_value'] }),
  },
  { title: 'ProvisioningRefusal' },
)

export const Provisioning = model(
  {
    base_url: text({
      description: 'What to enter as the base URL of SCIM in the identity provider.',
      examples: ['https://deals.example.com/api/scim/v2'],
    }),
    people: integer({ description: 'How many active people the identity provider manages.', examples: [12] }),
    suspended: integer({ description: 'How many people it has suspended.', examples: [1] }),
    groups: integer({ description: 'How many teams it manages.', examples: [3] }),
    last_request_at: nullable(instant({ description: 'When it last called the service, to the minute; null: never.' })),
    refusals: list(ProvisioningRefusal, {
      description: 'The last requests that were refused, the newest first.',
      max: maxScimRefusals,
    }),
  },
  { title: 'Provisioning' },
)
export type Provisioning = Static<typeof Provisioning>

export const provisioning = operation({
  id: 'provisioning',
  method: 'GET',
  path: '/api/orgs/{org_id}/provisioning',
  tag: 'Provisioning',
  summary: 'Show what the identity provider manages',
  description: 'Shows how many people and teams the identity provider manages over SCIM, and what was refused last.',
  access: orgRole('admin'),
  params: model({ org_id: text({ max: maxIdLength, description: 'The organization.' }) }),
  answer: Provisioning,
})
