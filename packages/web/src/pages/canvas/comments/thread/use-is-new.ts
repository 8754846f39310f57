import type { Comment } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { sinceQuery, useDealId } from '../../../../deal-data/canvas-query.ts'
import { useMe } from '../../../../session/me.ts'
import { useServices } from '../../../../session/services.ts'

/** Tells whether somebody else wrote a comment after I last looked. On a first visit everything would be new, so nothing is. */
export const useIsNew = (): ((comment: Comment) => boolean) => {
  const me = useMe()
  const seenAt = useQuery(sinceQuery(useServices().session.client, useDealId())).data?.seen_at ?? undefined
  return ({ author_id, created_at, status }) =>
    seenAt !== undefined && status === 'open' && author_id !== me.id && created_at > seenAt
}
