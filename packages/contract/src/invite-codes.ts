import { superadmin } from './access.ts'
import { invitedRoles } from './invitations.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import { boolean, instant, integer, model, nullable, oneOf, optional, type Static, text, uuid } from './schema.ts'
import { maxInstantLength, maxInviteCodeDescriptionLength, maxInviteCodeUses } from './sizes.ts'

const tag = 'Superadmin'

export const InviteCodeResponse = model(
  {
    id: uuid({ description: "The invite code's id." }),
    code: text({ description: 'The code to register with.', examples: ['7KQ2-M9XD-4HTB'] }),
    created_by: uuid({ description: 'Who created it.' }),
    uses_count: integer({ description: 'How many accounts were opened with it.', examples: [0] }),
    role: oneOf(invitedRoles, { description: 'The role in the organization that it gives.' }),
    is_active: boolean({ description: 'Whether it can be used.' }),
    description: optional(text({ description: 'A note for administrators.', examples: ['Spring intake'] })),
    max_uses: optional(
      integer({ description: 'How many accounts can be opened with it; absent: unlimited.', examples: [10] }),
    ),
    expires_at: optional(instant({ description: 'When it expires; absent: never.' })),
    org_id: optional(uuid({ description: 'The organization that people join with it; absent: none.' })),
    created_at: optional(instant({ description: 'When it was created.' })),
  },
  { title: 'InviteCodeResponse' },
)
export type InviteCodeResponse = Static<typeof InviteCodeResponse>

const description = text({
  description: 'A note for administrators.',
  max: maxInviteCodeDescriptionLength,
  examples: ['Spring intake'],
})

export const createInviteCode = operation({
  id: 'createInviteCode',
  method: 'POST',
  path: '/api/superadmin/invite-codes',
  tag,
  summary: 'Create an invite code',
  description: 'Creates a code that people register with. With an organization they join it in the given role.',
  access: superadmin,
  body: model(
    {
      description: optional(nullable(description)),
      max_uses: optional(
        nullable(
          integer({
            description: 'How many accounts can be opened with it; null: unlimited.',
            minimum: 1,
            maximum: maxInviteCodeUses,
          }),
        ),
      ),
      expires_at: optional(
        nullable(
          text({ max: maxInstantLength, description: 'ISO 8601, in the future.', examples: ['2030-01-01T00:00:00Z'] }),
        ),
      ),
      org_id: optional(nullable(uuid({ description: 'The organization that people join; null: none.' }))),
      role: optional(oneOf(invitedRoles, { description: 'The role in the organization.', default: 'member' })),
    },
    { title: 'CreateInviteCodeRequest' },
  ),
  bodyOptional: true,
  answer: InviteCodeResponse,
  status: 201,
})

export const inviteCodes = operation({
  id: 'inviteCodes',
  method: 'GET',
  path: '/api/superadmin/invite-codes',
  tag,
  summary: 'List invite codes',
  description: 'Lists invite codes, the newest first.',
  access: superadmin,
  query: model({
    ...pageQuery,
    is_active: optional(boolean({ description: 'Only codes that can be used, or only those that cannot.' })),
    org_id: optional(uuid({ description: 'Only codes for this organization.' })),
  }),
  answer: page('invite_codes', InviteCodeResponse),
})

export const patchInviteCode = operation({
  id: 'patchInviteCode',
  method: 'PATCH',
  path: '/api/superadmin/invite-codes/{code_id}',
  tag,
  summary: 'Change an invite code',
  description: 'Activates or deactivates an invite code, or changes its note; at least one of the two must be given.',
  access: superadmin,
  params: model({ code_id: uuid({ description: 'The invite code.' }) }),
  body: model(
    { is_active: optional(boolean({ description: 'Whether it can be used.' })), description: optional(description) },
    { title: 'PatchInviteCodeRequest' },
  ),
  answer: InviteCodeResponse,
  errors: ['invite_code_not_found'],
})
