import type { Client } from '@deal-canvas/client'
import {
  type AnswerOf,
  type CMSContentResponse,
  cmsContent,
  cmsHistory,
  cmsPages,
  schemaTemplates,
} from '@deal-canvas/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

type SitePage = AnswerOf<typeof cmsPages>['pages'][number]
export type TextRule = SitePage['keys'][number]
export type TextEntry = CMSContentResponse['content'][string]
export interface PageContent {
  page: SitePage
  content: CMSContentResponse
}

export const contentsKey = ['admin', 'content'] as const

/** All pages with their texts: there are few, and the list must show which of them have drafts. */
export const contentsQuery = (client: Client) =>
  queryOptions({
    queryKey: [...contentsKey, 'pages'],
    queryFn: async ({ signal }): Promise<PageContent[]> => {
      const { pages } = await client.call(cmsPages, { signal })
      return Promise.all(
        pages.map(async (page) => ({
          page,
          content: await client.call(cmsContent, { params: { page_id: page.page_id }, signal }),
        })),
      )
    },
  })

export const templatesQuery = (client: Client) =>
  queryOptions({
    queryKey: [...contentsKey, 'templates'],
    queryFn: async ({ signal }) => (await client.call(schemaTemplates, { signal })).templates,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const historyQuery = (client: Client, pageId: string, key: string) =>
  infiniteQueryOptions({
    queryKey: [...contentsKey, 'history', pageId, key],
    queryFn: ({ signal, pageParam }) =>
      client.call(cmsHistory, {
        params: { page_id: pageId, key },
        query: pageParam === '' ? {} : { cursor: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    staleTime: 0,
  })
