import type { Platform } from '../../platform/platform.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { SuperadminOrgEntries } from '../orgs/index.ts'
import { inviteCodeRoutes } from './invite-codes.routes.ts'
import { createInviteCodes } from './invite-codes.service.ts'
import { createInviteCodesStore } from './invite-codes.store.ts'

export { readInviteCode } from './invite-code.ts'
export type { InviteCodes } from './invite-codes.service.ts'

interface Needs {
  superadminEntries: SuperadminOrgEntries
  adminLog: AdminLog
}

/** Invite codes for registration. */
export const createInviteCodesFeature = ({ database, now }: Platform, needs: Needs) => {
  const inviteCodes = createInviteCodes({ store: createInviteCodesStore(database), database, now, ...needs })
  return { inviteCodes, routes: inviteCodeRoutes({ inviteCodes }) }
}
