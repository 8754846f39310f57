import type { Client } from '@deal-canvas/client'
import { type Session, sessions } from '@deal-canvas/contract'
import { queryOptions } from '@tanstack/react-query'

export const sessionsKey = ['sessions'] as const

/** All of them, page by page: "end all others" must not forget those on the next page. */
const allSessions = async (client: Client, signal: AbortSignal): Promise<Session[]> => {
  const all: Session[] = []
  let cursor: string | undefined
  do {
    const page = await client.call(sessions, {
      query: { limit: 100, ...(cursor === undefined ? {} : { cursor }) },
      signal,
    })
    all.push(...page.sessions)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return all
}

export const sessionsQuery = (client: Client) =>
  queryOptions({ queryKey: sessionsKey, queryFn: ({ signal }) => allSessions(client, signal) })
