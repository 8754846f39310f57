import { type Canvas, type Comment, type DealEvent, isAuditEventType } from '@deal-canvas/contract'

type Counts = Canvas['counts']

/** What is known about a comment: from the event, or from before it. */
type Known = Pick<Comment, 'comment_type'> & Partial<Pick<Comment, 'status'>>

const step = (counts: Counts, { comment_type }: Known, all: number, open: number): Counts => ({
  comments: counts.comments + all,
  open_comments: counts.open_comments + open,
  open_blockers: counts.open_blockers + (comment_type === 'blocker' ? open : 0),
})

/**
 * The comment counts after an event, which must be applied only once. Undefined: they cannot be derived and have to be
 * refetched.
 */
export const countsAfter = (
  counts: Counts,
  { type }: Pick<DealEvent, 'type'>,
  now: Known | undefined,
  before: Known | undefined,
): Counts | undefined => {
  const known = now ?? before
  switch (isAuditEventType(type) ? type : undefined) {
    case 'comment.created':
      return known && step(counts, known, 1, 1)
    case 'comment.resolved':
      return known && step(counts, known, 0, -1)
    case 'comment.reopened':
      return known && step(counts, known, 0, 1)
    case 'suggestion.accepted':
    case 'suggestion.rejected':
      // The suggestion may have been resolved before the decision.
      return before?.status === 'open' ? step(counts, before, 0, -1) : undefined
    case 'comment.deleted':
      return before?.status === undefined ? undefined : step(counts, before, -1, before.status === 'open' ? -1 : 0)
    default:
      return counts
  }
}
