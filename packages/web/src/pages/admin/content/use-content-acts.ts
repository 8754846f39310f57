import { ApiError } from '@deal-canvas/client'
import {
  type CMSContentResponse,
  discardCmsDraft,
  publishCmsDraft,
  restoreCmsText,
  saveCmsDraft,
} from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useServices } from '../../../session/services.ts'
import { contentsKey, contentsQuery, type PageContent } from './content-query.ts'
import type { Edits } from './edits.ts'

export const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'stale_version'

/** Each action sends the version it is based on, so that it cannot silently overwrite another user's change. */
export const useContentActs = ({ page, content }: PageContent) => {
  const { session, queries } = useServices()
  const { client } = session
  const params = { page_id: page.page_id }

  const take = (next: CMSContentResponse): void => {
    queries.setQueryData(contentsQuery(client).queryKey, (known) =>
      known?.map((item) => (item.page.page_id === next.page_id ? { ...item, content: next } : item)),
    )
    void queries.invalidateQueries({ queryKey: [...contentsKey, 'history', page.page_id] })
  }
  const reload = () => queries.invalidateQueries({ queryKey: contentsQuery(client).queryKey })
  // Show another user's change immediately; keep what was typed.
  const onError = (error: Error) => (isStale(error) ? reload() : undefined)

  const saveDraft = async (edits: Edits): Promise<CMSContentResponse> => {
    const texts = Object.fromEntries(Object.entries(edits).map(([key, { text }]) => [key, text]))
    return client.call(saveCmsDraft, { params, body: { content: texts }, ifMatch: content.version })
  }

  const save = useMutation({ mutationFn: saveDraft, onSuccess: take, onError })
  const publish = useMutation({
    mutationFn: async (edits: Edits) => {
      let { version } = content
      if (Object.keys(edits).length > 0) {
        const saved = await saveDraft(edits)
        take(saved)
        version = saved.version
      }
      return client.call(publishCmsDraft, { params, ifMatch: version })
    },
    onSuccess: take,
    onError,
  })
  const discard = useMutation({
    mutationFn: () => client.call(discardCmsDraft, { params, ifMatch: content.version }),
    onSuccess: reload,
    onError,
  })
  const restore = useMutation({
    mutationFn: ({ key, revisionId }: { key: string; revisionId: string | null }) =>
      client.call(restoreCmsText, {
        params: { ...params, key },
        body: { revision_id: revisionId },
        ifMatch: content.version,
      }),
    onSuccess: take,
    onError,
  })
  return { save, publish, discard, restore }
}

export type ContentActs = ReturnType<typeof useContentActs>
