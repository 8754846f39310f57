import type { Client } from '@deal-canvas/client'
import { type AnswerOf, type Comment, comments, type QueryOf } from '@deal-canvas/contract'
import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { dealKey, useDealId } from '../../../../deal-data/canvas-query.ts'
import { useServices } from '../../../../session/services.ts'
import { memoize } from '../../../../ui/memoize.ts'

/** Which comments a list holds; what is left out is not asked for. */
export type CommentFilter = Pick<
  NonNullable<QueryOf<typeof comments>>,
  'section_key' | 'metric_key' | 'status' | 'comment_type' | 'mentions_me' | 'q'
>

/** The newest first, as far as it was read. */
export type CommentPages = InfiniteData<AnswerOf<typeof comments>, string>

const pageSize = 100

/** All lists of comments of a deal stand under this key, each with its filter behind it. */
export const listsKey = (dealId: string) => [...dealKey(dealId), 'comments'] as const

/** One comment by itself: a link may lead to one that no list at hand holds. */
export const commentKey = (dealId: string, commentId: string) => [...dealKey(dealId), 'comment', commentId] as const

/** The live channel keeps it fresh; time alone never makes it stale. */
const commentsQuery = (client: Client, dealId: string, filter: CommentFilter) =>
  infiniteQueryOptions({
    queryKey: [...listsKey(dealId), filter],
    queryFn: ({ pageParam, signal }) =>
      client.call(comments, {
        params: { deal_id: dealId },
        query: { ...filter, limit: pageSize, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const openFilter: CommentFilter = { status: 'open' }

const none: readonly Comment[] = []

/** Sixty sections look at the same list. */
const flat = memoize(({ pages }: CommentPages): readonly Comment[] => pages.flatMap((page) => page.comments))

/** The comments of a list by their sections. */
export const bySection = memoize((comments: readonly Comment[]): ReadonlyMap<string | null, readonly Comment[]> => {
  const sections = new Map<string | null, Comment[]>()
  for (const comment of comments) {
    const own = sections.get(comment.section_key)
    if (own === undefined) sections.set(comment.section_key, [comment])
    else own.push(comment)
  }
  return sections
})

/** One list of the service, read on as far as somebody scrolls. */
export const useCommentList = (filter: CommentFilter, enabled: boolean) => {
  const query = useInfiniteQuery({
    ...commentsQuery(useServices().session.client, useDealId(), filter),
    select: flat,
    enabled,
  })
  return { ...query, comments: query.data ?? none }
}

/** Every open comment of the deal: the memo's marks and the outline's counts are made of them, so all are read. */
export const useOpenComments = () => {
  const { comments, hasNextPage, isFetching, isError, error, isPending, fetchNextPage, refetch } = useCommentList(
    openFilter,
    true,
  )
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false })
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  return { comments, error, isPending, refetch, isWhole: !isPending && !hasNextPage }
}
