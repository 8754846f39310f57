import type { Act } from '../../attention.ts'

/** The comment types that an author can choose. */
export const draftKinds = ['comment', 'question', 'blocker', 'request'] as const
export type DraftKind = (typeof draftKinds)[number]

interface Draft {
  readonly act: Act
  /** The type stored with the draft, if any. */
  readonly kept: string
  readonly isEmpty: boolean
}

/**
 * The type of a draft. Text keeps the type it was written with, or a blocker would be posted as a plain comment after a
 * reload; only an empty draft takes its type from the action.
 */
export const draftKind = ({ act, kept, isEmpty }: Draft): DraftKind => {
  const byAct = act === 'ask' ? 'question' : 'comment'
  return (isEmpty && act === 'ask' ? undefined : draftKinds.find((kind) => kind === kept)) ?? byAct
}
