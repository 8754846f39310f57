import type { Comment } from '@deal-canvas/contract'
import { commentMessages } from '../../messages/comments.ts'

export const typeLabels: Record<Comment['comment_type'], string> = {
  comment: commentMessages.kindComment(),
  question: commentMessages.kindQuestion(),
  blocker: commentMessages.kindBlocker(),
  request: commentMessages.kindRequest(),
  suggestion: commentMessages.kindSuggestion(),
}

/** What each type asks for. */
export const typeMeanings = {
  comment: commentMessages.meaningComment(),
  question: commentMessages.meaningQuestion(),
  blocker: commentMessages.meaningBlocker(),
  request: commentMessages.meaningRequest(),
} as const

/** The button that posts a comment of each type. */
export const postLabels = {
  comment: commentMessages.postComment(),
  question: commentMessages.postQuestion(),
  blocker: commentMessages.postBlocker(),
  request: commentMessages.postRequest(),
} as const

export const statusLabels: Record<Comment['status'], string> = {
  open: commentMessages.statusOpen(),
  resolved: commentMessages.statusResolved(),
  accepted: commentMessages.statusAccepted(),
  rejected: commentMessages.statusRejected(),
}
