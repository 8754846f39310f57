import { acceptSuggestion, rejectSuggestion } from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import { presentSection } from '../sections/present-section.ts'
import { commentPath } from './comment-path.ts'
import { presentComment } from './present-comment.ts'
import type { Suggestions } from './suggestions.service.ts'

export const suggestionRoutes = ({ suggestions }: { suggestions: Suggestions }): Route[] => [
  handle(acceptSuggestion, async ({ actor, params }) => {
    const { thread, section } = await suggestions.accept(actor, commentPath(params))
    return { comment: presentComment(thread), section: presentSection(section) }
  }),
  handle(rejectSuggestion, async ({ actor, params }) => ({
    comment: presentComment(await suggestions.reject(actor, commentPath(params))),
    section: null,
  })),
]
