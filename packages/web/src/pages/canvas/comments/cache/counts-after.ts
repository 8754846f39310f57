import type { Canvas, Comment, DealEvent } from '@deal-canvas/contract'

type Counts = Canvas['counts']

/** What is known of a comment that something happened to: as the event tells it, or as it was known before. */
type Known = Pick<Comment, 'comment_type'> & Partial<Pick<Comment, 'status'>>

const step = (counts: Counts, { comment_type }: Known, all: number, open: number): Counts => ({
  comments: counts.comments + all,
  open_comments: counts.open_comments + open,
  open_blockers: counts.open_blockers + (comment_type === 'blocker' ? open : 0),
})

/**
 * How many comments there are after an event, of which each is told once. Undefined: it cannot be told from what is
 * known, and has to be asked for.
 */
export const countsAfter = (
  counts: Counts,
  { type }: Pick<DealEvent, 'type'>,
  now: Known | undefined,
  before: Known | undefined,
): Counts | undefined => {
  const known = now ?? before
  switch (type) {
    case 'comment.created':
      return known && step(counts, known, 1, 1)
    case 'comment.resolved':
      return known && step(counts, known, 0, -1)
    case 'comment.reopened':
      return known && step(counts, known, 0, 1)
    case 'suggestion.accepted':
    case 'suggestion.rejected':
      // It may have been resolved before it was decided.
      return before?.status === 'open' ? step(counts, before, 0, -1) : undefined
    case 'comment.deleted':
      return before?.status === undefined ? undefined : step(counts, before, -1, before.status === 'open' ? -1 : 0)
    default:
      return counts
  }
}
