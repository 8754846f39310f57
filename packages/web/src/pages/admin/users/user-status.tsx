import type { SuperAdminUserResponse } from '@deal-canvas/contract'
import { adminUserMessages } from '../../../messages/admin-users.ts'
import { State } from '../state.tsx'

type Status = SuperAdminUserResponse['status']

export const statusNames: Record<Status, string> = {
  active: adminUserMessages.active(),
  invited: adminUserMessages.invited(),
  suspended: adminUserMessages.suspended(),
  deleted: adminUserMessages.deleted(),
}

const tones = { active: 'green', invited: 'amber', suspended: 'red', deleted: 'off' } as const

export const UserStatus = ({ status }: { status: Status }) => <State tone={tones[status]}>{statusNames[status]}</State>
