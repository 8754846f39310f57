import {
  type BodyOf,
  changeUser,
  createUser,
  patchUser,
  type SuperAdminUserResponse,
  type UserResponse,
  users as usersOperation,
} from '@deal-canvas/contract'
import { handle, handlePrepared, type Route } from '../../http/handler.ts'
import { normalEmail } from '../../platform/normal-email.ts'
import type { UserChanges } from './user-change.service.ts'
import type { UserCreation, WantedUser } from './user-creation.service.ts'
import type { UserDirectory } from './user-directory.service.ts'
import type { UserPatch, UserPatches } from './user-patch.service.ts'
import type { UserRow } from './users.store.ts'

interface Services {
  directory: UserDirectory
  creation: UserCreation
  changes: UserChanges
  patches: UserPatches
}

export const userRoutes = ({ directory, creation, changes, patches }: Services): Route[] => [
  handle(usersOperation, async ({ query: { search, status, org_id: orgId, limit = 50, offset = 0 } }) => {
    const trimmed = search?.trim()
    const found = await directory.find({ search: trimmed || undefined, status, orgId }, { limit, offset })
    return { users: found.users.map(presentUser), total: found.total }
  }),

  handlePrepared(
    createUser,
    ({ actor, body }) => creation.judge(actor, readWanted(body)),
    async ({ actor, body }, prepared) => {
      const { user, temporaryPassword, membership } = await creation.carryOut(actor, readWanted(body), prepared)
      return {
        ...presentUser(user),
        force_password_change: user.forcePasswordChange,
        ...(temporaryPassword === undefined ? {} : { temporary_password: temporaryPassword }),
        org_id: membership?.orgId ?? null,
        org_role: membership?.role ?? null,
        team_id: membership?.teamId ?? null,
      }
    },
  ),

  handle(changeUser, ({ actor, params, body: { status, is_superadmin } }) =>
    changes
      .change(actor, params.user_id, {
        ...(status === undefined ? {} : { status }),
        ...(is_superadmin === undefined ? {} : { isSuperadmin: is_superadmin }),
      })
      .then(presentUser),
  ),

  handle(patchUser, ({ actor, params, body }) =>
    patches.patch(actor, params.user_id, readPatch(body)).then(presentPatched),
  ),
]

const readWanted = (body: BodyOf<typeof createUser>): WantedUser => ({
  email: normalEmail(body.email),
  displayName: body.display_name ?? '',
  firstName: body.first_name ?? null,
  lastName: body.last_name ?? null,
  password: body.password ?? null,
  isSuperadmin: body.is_superadmin ?? false,
  orgId: body.org_id ?? null,
  orgRole: body.org_role ?? 'member',
  teamId: body.team_id ?? null,
})

/** Null clears a name or the picture but leaves the address unchanged. */
const readPatch = ({ first_name, last_name, avatar_url, email }: BodyOf<typeof patchUser>): UserPatch => ({
  ...(first_name === undefined ? {} : { firstName: first_name }),
  ...(last_name === undefined ? {} : { lastName: last_name }),
  ...(avatar_url === undefined ? {} : { avatarUrl: avatar_url }),
  ...(email == null ? {} : { email: normalEmail(email) }),
})

const presentPatched = (user: UserRow): UserResponse => ({
  id: user.id,
  email: user.email,
  email_verified: user.emailVerified,
  display_name: user.displayName,
  avatar_url: user.avatarUrl,
  status: user.status,
  created_at: user.createdAt.toISOString(),
  updated_at: user.updatedAt.toISOString(),
})

const presentUser = (user: UserRow): SuperAdminUserResponse => ({
  ...presentPatched(user),
  is_superadmin: user.isSuperadmin,
})
