import type { Client } from '@deal-canvas/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useServices } from '../../session/services.ts'
import { commentsQuery, flatComments, noComments } from './cache/comment-lists.ts'

/** The open comments on the cells and passages of a document. Kept current by the live channel, as all lists are. */
export const documentCommentsQuery = (client: Client, dealId: string, documentId: string) =>
  commentsQuery(client, dealId, { document_id: documentId, status: 'open' })

/** Places that a viewer marks at most; the rest is in the list of comments. */
const maxMarked = 1_000

/** The newest of them, so that a viewer can mark each place. */
export const useDocumentComments = (dealId: string, documentId: string) => {
  const query = useInfiniteQuery({
    ...documentCommentsQuery(useServices().session.client, dealId, documentId),
    select: flatComments,
  })
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  const isMore = hasNextPage && (query.data?.length ?? 0) < maxMarked
  useEffect(() => {
    if (isMore && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false })
  }, [isMore, isFetching, isError, fetchNextPage])
  return { ...query, comments: query.data ?? noComments }
}
