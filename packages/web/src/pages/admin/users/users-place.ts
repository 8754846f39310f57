import { maxSearchLength, type SuperAdminUserResponse, userStatuses } from '@deal-canvas/contract'

/** The filters of the user list as stored in the address. */
export interface UsersPlace {
  q?: string | undefined
  status?: SuperAdminUserResponse['status'] | undefined
  org?: string | undefined
  page?: number | undefined
}

const id = /^[0-9a-f-]{36}$/i

export const readUsersPlace = ({ q, status, org, page }: Record<string, unknown>): UsersPlace => ({
  q: typeof q === 'string' && q.trim() !== '' ? q.slice(0, maxSearchLength) : undefined,
  status: userStatuses.find((known) => known === status),
  org: typeof org === 'string' && id.test(org) ? org : undefined,
  page: typeof page === 'number' && Number.isSafeInteger(page) && page > 1 && page < 1_000_000 ? page : undefined,
})
