import { superadmin } from './access.ts'
import { invitedRoles } from './invitations.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import { boolean, instant, integer, model, nullable, oneOf, optional, type Static, text, uuid } from './schema.ts'

const tag = 'Superadmin'

export const InviteCodeResponse = model(
  {
    id: uuid(),
    code: text({ examples: ['7KQ2-M9XD-4HTB'] }),
    created_by: uuid(),
    uses_count: integer({ examples: [0] }),
    role: oneOf(invitedRoles),
    is_active: boolean(),
    description: optional(text({ examples: ['Spring intake'] })),
    max_uses: optional(integer({ examples: [10] })),
    expires_at: optional(instant()),
    org_id: optional(uuid()),
    created_at: optional(instant()),
  },
  { title: 'InviteCodeResponse' },
)
export type InviteCodeResponse = Static<typeof InviteCodeResponse>

const description = text({ max: 500, examples: ['Spring intake'] })

export const createInviteCode = operation({
  id: 'createInviteCode',
  method: 'POST',
  path: '/api/superadmin/invite-codes',
  tag,
  summary: 'Make an invite code for registration; with an organization, whoever registers joins it in that role',
  access: superadmin,
  body: model({
    description: optional(nullable(description)),
    max_uses: optional(nullable(integer({ minimum: 1, maximum: 1_000_000 }))),
    expires_at: optional(
      nullable(text({ max: 40, description: 'ISO 8601, in the future.', examples: ['2030-01-01T00:00:00Z'] })),
    ),
    org_id: optional(nullable(uuid())),
    role: optional(oneOf(invitedRoles, { default: 'member' })),
  }),
  bodyOptional: true,
  answer: InviteCodeResponse,
  status: 201,
})

export const inviteCodes = operation({
  id: 'inviteCodes',
  method: 'GET',
  path: '/api/superadmin/invite-codes',
  tag,
  summary: 'Invite codes, the newest first',
  access: superadmin,
  query: model({ ...pageQuery, is_active: optional(boolean()), org_id: optional(uuid()) }),
  answer: page('invite_codes', InviteCodeResponse),
})

export const patchInviteCode = operation({
  id: 'patchInviteCode',
  method: 'PATCH',
  path: '/api/superadmin/invite-codes/{code_id}',
  tag,
  summary: 'Switch an invite code on or off, or describe it; at least one of both',
  access: superadmin,
  params: model({ code_id: uuid() }),
  body: model({ is_active: optional(boolean()), description: optional(description) }),
  answer: InviteCodeResponse,
  errors: ['invite_code_not_found'],
})
