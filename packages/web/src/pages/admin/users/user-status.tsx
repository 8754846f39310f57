import type { SuperAdminUserResponse } from '@deal-canvas/contract'
import { State } from '../state.tsx'

type Status = SuperAdminUserResponse['status']

export const statusNames: Record<Status, string> = {
  active: 'Active',
  invited: 'Invited',
  suspended: 'Suspended',
  deleted: 'Deleted',
}

const tones = { active: 'green', invited: 'amber', suspended: 'red', deleted: 'off' } as const

export const UserStatus = ({ status }: { status: Status }) => <State tone={tones[status]}>{statusNames[status]}</State>
