import { changeOrgMember, orgMembers, removeOrgMember } from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import { readPersonCursor } from '../../http/people-page.ts'
import type { Members } from './members.service.ts'
import { presentMember, presentMembers } from './presenters.ts'

export const memberRoutes = ({ members }: { members: Members }): Route[] => [
  handle(orgMembers, async ({ params, query: { limit = 20, cursor } }) =>
    presentMembers(await members.page(params.org_id, { after: readPersonCursor(cursor), limit }), limit),
  ),
  handle(changeOrgMember, ({ actor, params, body }) =>
    members.setRole(actor, { orgId: params.org_id, userId: params.user_id }, body.role).then(presentMember),
  ),
  handle(removeOrgMember, ({ actor, params }) =>
    members.remove(actor, { orgId: params.org_id, userId: params.user_id }),
  ),
]
