import type { Page, UserFilter, UserRow, UsersStore } from './users.store.ts'

interface Deps {
  store: Pick<UsersStore, 'pageOfFew' | 'page' | 'users' | 'count'>
  /** Monotonic clock, in milliseconds. */
  ticks: () => number
}

/** Up to this many matches are sorted and counted on every request. */
const few = 10_000
const rememberedMs = 10_000
const maxRemembered = 500

export type UserDirectory = ReturnType<typeof createUserDirectory>

/** Searches users. The total of a million users is cached, not counted for every page. */
export const createUserDirectory = ({ store, ticks }: Deps) => {
  const totals = new Map<string, { total: Promise<number>; until: number }>()

  const keyOf = ({ search, status, orgId }: UserFilter): string => JSON.stringify([search, status, orgId])

  const remembered = (filter: UserFilter): Promise<number> | undefined => {
    const known = totals.get(keyOf(filter))
    return known !== undefined && known.until > ticks() ? known.total : undefined
  }

  /** Requests that arrive during a count share its result. */
  const count = (filter: UserFilter): Promise<number> => {
    const key = keyOf(filter)
    const total = store.count(filter)
    totals.delete(key)
    totals.set(key, { total, until: ticks() + rememberedMs })
    total.catch(() => totals.delete(key))
    const [oldest] = totals.keys()
    if (totals.size > maxRemembered && oldest !== undefined) totals.delete(oldest)
    return total
  }

  return {
    find: async (filter: UserFilter, page: Page): Promise<{ users: UserRow[]; total: number }> => {
      const found = remembered(filter) === undefined ? await store.pageOfFew(filter, few, page) : undefined
      if (found !== undefined) return { users: await store.users(found.ids), total: found.total }
      const [ids, total] = await Promise.all([store.page(filter, page), remembered(filter) ?? count(filter)])
      return { users: await store.users(ids), total }
    },
    /** Makes a change on this node visible in the next total. */
    forgetTotals: (): void => totals.clear(),
  }
}
