import type { Comment } from '@deal-canvas/contract'
import { useMemo } from 'react'
import { useCanvas } from '../../../../deal-data/canvas-query.ts'
import {
  type CommentFilter,
  useCommentList,
  useOpenComments,
} from '../../../../features/comments/cache/comment-lists.ts'
import { belongs } from '../../../../features/comments/cache/put-comment.ts'
import { useMe } from '../../../../session/me.ts'
import { isDetached } from './detached.ts'

/** Which threads the rail shows. */
export interface Choice {
  readonly tab: 'section' | 'all' | 'mine' | 'detached'
  readonly status: Comment['status'] | 'any'
  readonly type: Comment['comment_type'] | 'any'
  readonly words: string
}

export const firstChoice: Choice = { tab: 'section', status: 'open', type: 'any', words: '' }

/** The choice as a filter for the service. */
const filterFor = ({ tab, status, type, words }: Choice, sectionKey: string | undefined): CommentFilter => ({
  ...(tab === 'section' && sectionKey !== undefined ? { section_key: sectionKey } : {}),
  ...(tab === 'mine' ? { mentions_me: true } : {}),
  ...(status === 'any' ? {} : { status }),
  ...(type === 'any' ? {} : { comment_type: type }),
  ...(words.trim() === '' ? {} : { q: words.trim() }),
})

/** The threads of a choice. Open threads are all loaded; others, and searches, are fetched. */
export const useShownThreads = (choice: Choice, sectionKey: string | undefined) => {
  const me = useMe()
  const { sections } = useCanvas()
  const open = useOpenComments()
  const isAtHand = choice.tab === 'detached' || (choice.status === 'open' && choice.words.trim() === '')
  const filter = filterFor(choice, sectionKey)
  const asked = useCommentList(filter, !isAtHand)
  const { tab, type } = choice
  const atHand = useMemo(() => {
    if (tab === 'detached') return open.comments.filter((comment) => isDetached(comment, sections))
    const wanted = filterFor({ tab, type, status: 'open', words: '' }, sectionKey)
    return open.comments.filter((comment) => belongs(wanted, comment, me.id, true))
  }, [open.comments, tab, type, sectionKey, sections, me.id])
  // For a section without comments, show those of other sections instead of an empty column.
  const isElsewhere = isAtHand && tab === 'section' && type === 'any' && atHand.length === 0 && open.comments.length > 0
  return isAtHand
    ? {
        threads: isElsewhere ? open.comments : atHand,
        isElsewhere,
        isPending: open.isPending,
        error: open.error,
        refetch: open.refetch,
        more: undefined,
      }
    : {
        threads: asked.comments,
        isElsewhere: false,
        isPending: asked.isPending,
        error: asked.error,
        refetch: asked.refetch,
        more: asked.hasNextPage && !asked.isFetching ? asked.fetchNextPage : undefined,
      }
}
