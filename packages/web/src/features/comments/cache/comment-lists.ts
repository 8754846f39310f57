import type { Client } from '@deal-canvas/client'
import { type AnswerOf, type Comment, comments, type QueryOf } from '@deal-canvas/contract'
import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { dealKey, useDealId } from '../../../deal-data/canvas-query.ts'
import { useServices } from '../../../session/services.ts'
import { memoize } from '../../../ui/memoize.ts'

/** Which comments a list contains; omitted fields do not filter. */
export type CommentFilter = Pick<
  NonNullable<QueryOf<typeof comments>>,
  'section_key' | 'metric_key' | 'document_id' | 'status' | 'comment_type' | 'mentions_me' | 'q'
>

/** Newest first, as far as loaded. */
export type CommentPages = InfiniteData<AnswerOf<typeof comments>, string>

const pageSize = 100

/** All comment lists of a deal are under this key, each followed by its filter. */
export const listsKey = (dealId: string) => [...dealKey(dealId), 'comments'] as const

/** A single comment: a link can lead to one that is in no loaded list. */
export const commentKey = (dealId: string, commentId: string) => [...dealKey(dealId), 'comment', commentId] as const

/** The live channel keeps it fresh, so it never goes stale with time. */
export const commentsQuery = (client: Client, dealId: string, filter: CommentFilter) =>
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

export const noComments: readonly Comment[] = []

/** Memoized, because dozens of sections read the same list. */
export const flatComments = memoize(({ pages }: CommentPages): readonly Comment[] =>
  pages.flatMap((page) => page.comments),
)

/** Groups the comments of a list by section. */
export const bySection = memoize((comments: readonly Comment[]): ReadonlyMap<string | null, readonly Comment[]> => {
  const sections = new Map<string | null, Comment[]>()
  for (const comment of comments) {
    const own = sections.get(comment.section_key)
    if (own === undefined) sections.set(comment.section_key, [comment])
    else own.push(comment)
  }
  return sections
})

/** A list of the service; further pages load as the user scrolls. */
export const useCommentList = (filter: CommentFilter, enabled: boolean) => {
  const query = useInfiniteQuery({
    ...commentsQuery(useServices().session.client, useDealId(), filter),
    select: flatComments,
    enabled,
  })
  return { ...query, comments: query.data ?? noComments }
}

/**
 * Every open comment of the deal: the memo's marks and the outline's counts need all of them, so all pages are loaded.
 */
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
