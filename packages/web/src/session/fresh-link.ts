import { freshLinkMinutes, type Session } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useServices } from './services.ts'
import { sessionsQuery } from './sessions-query.ts'

/** Until when the current session counts as fresh from a sign-in link; undefined: it does not, or no longer does. */
export const freshUntil = (
  sessions: readonly Pick<Session, 'current' | 'provider' | 'created_at'>[],
  now: number,
): Date | undefined => {
  const mine = sessions.find(({ current }) => current)
  if (mine?.provider !== 'magic_link') return undefined
  const until = Date.parse(mine.created_at) + freshLinkMinutes * 60_000
  return until > now ? new Date(until) : undefined
}

/** The same as a hook, which updates when the time is over. */
export const useFreshUntil = (): Date | undefined => {
  const { data = [] } = useQuery(sessionsQuery(useServices().session.client))
  const [now, setNow] = useState(Date.now)
  const until = freshUntil(data, now)?.getTime()
  useEffect(() => {
    if (until === undefined) return
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, until - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  return until === undefined ? undefined : new Date(until)
}
