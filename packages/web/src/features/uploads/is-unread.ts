import type { Document } from '@deal-canvas/contract'

/** Whether a file could not be read, and nobody has dismissed that. */
export const isUnread = ({ state, problem_dismissed_at: dismissedAt }: Document): boolean =>
  (state === 'failed' || state === 'password_needed') && dismissedAt === undefined
