import { type SuperAdminUserResponse, userStatuses } from '@deal-canvas/contract'

/** Which users are looked at, as the address tells it. */
export interface UsersPlace {
  q?: string | undefined
  status?: SuperAdminUserResponse['status'] | undefined
  org?: string | undefined
  page?: number | undefined
}

const id = /^[0-9a-f-]{36}$/i

export const readUsersPlace = ({ q, status, org, page }: Record<string, unknown>): UsersPlace => ({
  q: typeof q === 'string' && q.trim() !== '' ? q.slice(0, 200) : undefined,
  status: userStatuses.find((known) => known === status),
  org: typeof org === 'string' && id.test(org) ? org : undefined,
  page: typeof page === 'number' && Number.isSafeInteger(page) && page > 1 && page < 1_000_000 ? page : undefined,
})
