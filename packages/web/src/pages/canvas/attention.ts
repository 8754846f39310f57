import { createContext, useContext } from 'react'
import { createObservable, type Observable } from '../../ui/observable.ts'

/** A selected range of a section's source: quote and context allow finding it again after other users' edits. */
export interface Passage {
  readonly sectionKey: string
  readonly version: number
  /** Position in the section's Markdown. */
  readonly from: number
  readonly to: number
  readonly text: string
  readonly prefix: string
  readonly suffix: string
}

/** What a user can do with a passage. */
export type Act = 'comment' | 'suggest' | 'ask' | 'evidence'

/** What the user is looking at on the canvas: it keeps memo, outline and comments in sync. */
export interface Attention {
  /** The section in view. */
  readonly section: Observable<string | undefined>
  /** The chosen thread; its passage is highlighted in the memo. */
  readonly thread: Observable<string | undefined>
  /** The currently selected text. */
  readonly passage: Observable<Passage | undefined>
  /** What the user is writing about a passage. */
  readonly draft: Observable<{ readonly act: Act; readonly passage: Passage } | undefined>
  /** Whether the whole memo is wanted at once, as for printing. */
  readonly whole: Observable<boolean>
}

export const createAttention = (): Attention => ({
  section: createObservable<string | undefined>(undefined),
  thread: createObservable<string | undefined>(undefined),
  passage: createObservable<Passage | undefined>(undefined),
  draft: createObservable<{ act: Act; passage: Passage } | undefined>(undefined),
  whole: createObservable(false),
})

export const AttentionContext = createContext<Attention | undefined>(undefined)

export const useAttention = (): Attention => {
  const attention = useContext(AttentionContext)
  if (attention === undefined) throw new Error('This part of the page stands outside of a canvas')
  return attention
}
