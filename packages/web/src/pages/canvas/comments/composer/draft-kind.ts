import type { Act } from '../../attention.ts'

/** The kinds among which whoever writes a comment chooses. */
export const draftKinds = ['comment', 'question', 'blocker', 'request'] as const
export type DraftKind = (typeof draftKinds)[number]

interface Draft {
  readonly act: Act
  /** What was kept with the words, if anything was. */
  readonly kept: string
  readonly isEmpty: boolean
}

/**
 * The kind of what is being written. Words keep the kind that they were written under, or a blocker would be posted as
 * a remark after a reload; only where there are none yet does the act alone decide.
 */
export const draftKind = ({ act, kept, isEmpty }: Draft): DraftKind => {
  const byAct = act === 'ask' ? 'question' : 'comment'
  return (isEmpty && act === 'ask' ? undefined : draftKinds.find((kind) => kind === kept)) ?? byAct
}
