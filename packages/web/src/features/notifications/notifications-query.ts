import type { Client } from '@deal-canvas/client'
import { type AnswerOf, notifications, readNotifications } from '@deal-canvas/contract'
import { type InfiniteData, infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import { useServices } from '../../session/services.ts'

export type Shown = 'all' | 'unread'
type Page = AnswerOf<typeof notifications>

const listsKey = ['notifications', 'list'] as const

export const listQuery = (client: Client, shown: Shown) =>
  infiniteQueryOptions({
    queryKey: [...listsKey, shown],
    queryFn: ({ signal, pageParam }) =>
      client.call(notifications, {
        query: { unread_only: shown === 'unread', ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

/** The notification stream keeps it fresh. */
export const unreadQuery = (client: Client) =>
  queryOptions({
    queryKey: ['notifications', 'unread'],
    queryFn: async ({ signal }) => (await client.call(notifications, { query: { limit: 1 }, signal })).unread_count,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Updates the cache at once: sets the unread count and invalidates the lists. */
export const useNotificationNews = () => {
  const { session, queries } = useServices()
  return {
    unread: (count: number): void => {
      queries.setQueryData(unreadQuery(session.client).queryKey, count)
      void queries.invalidateQueries({ queryKey: listsKey })
    },
    arrived: (): void => void queries.invalidateQueries({ queryKey: listsKey }),
  }
}

const marked = (page: Page, isMarked: (id: string) => boolean): Page => ({
  ...page,
  notifications: page.notifications.map((item) => (isMarked(item.id) ? { ...item, is_read: true } : item)),
})

/** Marks one notification as read, or all; optimistic, and refetched if the service rejects it. */
export const useMarkRead = () => {
  const { session, queries } = useServices()
  const news = useNotificationNews()
  return useMutation({
    mutationFn: (chosen: string | 'all') =>
      session.client.call(readNotifications, { body: chosen === 'all' ? { all: true } : { ids: [chosen] } }),
    onMutate: (chosen) => {
      queries.setQueriesData<InfiniteData<Page>>(
        { queryKey: listsKey },
        (kept) =>
          kept && { ...kept, pages: kept.pages.map((page) => marked(page, (id) => chosen === 'all' || id === chosen)) },
      )
    },
    onSuccess: ({ unread_count }) => news.unread(unread_count),
    onError: () => queries.invalidateQueries({ queryKey: ['notifications'] }),
  })
}
