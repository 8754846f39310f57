import { acceptSuggestion, type Comment, rejectSuggestion } from '@deal-canvas/contract'
import { handle, type Route } from '../../../http/handler.ts'
import type { Sections } from '../../memo/index.ts'
import { presentSection } from '../../memo/index.ts'
import { commentPath } from '../comment-path.ts'
import type { Comments } from '../comments.service.ts'
import { presentComment } from '../present-comment.ts'
import type { Suggestions } from './suggestions.service.ts'

interface Services {
  suggestions: Suggestions
  comments: Pick<Comments, 'find'>
  sections: Pick<Sections, 'show'>
}

export const suggestionRoutes = ({ suggestions, comments, sections }: Services): Route[] => {
  const rerender = {
    idOf: ({ comment }: { comment: Comment }) => comment.comment_id,
    render: async ({ params }: { params: { deal_id: string } }, commentId: string) => {
      const thread = await comments.find({ dealId: params.deal_id, commentId })
      const { status, sectionKey } = thread
      const isWritten = status === 'accepted' && sectionKey !== null
      return {
        comment: presentComment(thread),
        section: isWritten ? presentSection(await sections.show(params.deal_id, sectionKey)) : null,
      }
    },
  }
  return [
    handle(
      acceptSuggestion,
      async ({ actor, params }) => {
        const { thread, section } = await suggestions.accept(actor, commentPath(params))
        return { comment: presentComment(thread), section: presentSection(section) }
      },
      rerender,
    ),
    handle(
      rejectSuggestion,
      async ({ actor, params }) => ({
        comment: presentComment(await suggestions.reject(actor, commentPath(params))),
        section: null,
      }),
      rerender,
    ),
  ]
}
