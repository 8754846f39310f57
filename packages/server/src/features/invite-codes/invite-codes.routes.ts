import {
  createInviteCode,
  type InviteCodeResponse,
  inviteCodes as inviteCodesOperation,
  patchInviteCode,
} from '@deal-canvas/contract'
import { readCursor } from '../../http/cursor.ts'
import { handle, type Route } from '../../http/handler.ts'
import { presentPage } from '../../http/page.ts'
import type { InviteCodes } from './invite-codes.service.ts'
import type { InviteCodeRow } from './invite-codes.store.ts'

export const inviteCodeRoutes = ({ inviteCodes }: { inviteCodes: InviteCodes }): Route[] => [
  handle(createInviteCode, ({ actor, body }) => {
    const { description = null, max_uses = null, expires_at = null, org_id = null, role = 'member' } = body
    const wanted = { description, maxUses: max_uses, expiresAt: expires_at, orgId: org_id, role }
    return inviteCodes.create(actor, wanted).then(presentInviteCode)
  }),

  handle(inviteCodesOperation, async ({ query: { limit = 20, cursor, is_active, org_id } }) => {
    const after = readCursor(cursor)
    const rows = await inviteCodes.page({ isActive: is_active, orgId: org_id, after, limit })
    const { items, ...rest } = presentPage(rows, {
      limit,
      present: presentInviteCode,
      keyOf: ({ createdAt, id }) => [createdAt, id],
    })
    return { invite_codes: items, ...rest }
  }),

  handle(patchInviteCode, ({ actor, params, body: { is_active, description } }) => {
    const change = {
      ...(is_active === undefined ? {} : { isActive: is_active }),
      ...(description === undefined ? {} : { description }),
    }
    return inviteCodes.change(actor, params.code_id, change).then(presentInviteCode)
  }),
]

/** Omits fields without a value. */
const presentInviteCode = (row: InviteCodeRow): InviteCodeResponse => ({
  id: row.id,
  code: row.code,
  created_by: row.createdBy,
  uses_count: row.usesCount,
  role: row.role,
  is_active: row.isActive,
  ...(row.description === null ? {} : { description: row.description }),
  ...(row.maxUses === null ? {} : { max_uses: row.maxUses }),
  ...(row.expiresAt === null ? {} : { expires_at: row.expiresAt.toISOString() }),
  ...(row.orgId === null ? {} : { org_id: row.orgId }),
  created_at: row.createdAt.toISOString(),
})
