import type { Client } from '@deal-canvas/client'
import { maxPageSize, type Session, sessions } from '@deal-canvas/contract'
import { queryOptions } from '@tanstack/react-query'

export const sessionsKey = ['sessions'] as const

/** All pages: "end all others" must not skip sessions on the next page. */
const allSessions = async (client: Client, signal: AbortSignal): Promise<Session[]> => {
  const all: Session[] = []
  let cursor: string | undefined
  do {
    const page = await client.call(sessions, {
      query: { limit: maxPageSize, ...(cursor === undefined ? {} : { cursor }) },
      signal,
    })
    all.push(...page.sessions)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return all
}

export const sessionsQuery = (client: Client) =>
  queryOptions({ queryKey: sessionsKey, queryFn: ({ signal }) => allSessions(client, signal) })
