import { createContext, useContext } from 'react'
import { createObservable, type Observable } from '../../ui/observable.ts'

/** A selected piece of a section, as its source has it: quote and context find it again after others have edited. */
export interface Passage {
  readonly sectionKey: string
  readonly version: number
  /** Where it stands in the section's Markdown. */
  readonly from: number
  readonly to: number
  readonly text: string
  readonly prefix: string
  readonly suffix: string
}

/** What can be done with a passage. */
export type Act = 'comment' | 'suggest' | 'ask' | 'evidence'

/** Where a person's attention is on the canvas: memo, outline and comments follow one another by it. */
export interface Attention {
  /** The section in view. */
  readonly section: Observable<string | undefined>
  /** The thread that was chosen; its passage is lit in the memo. */
  readonly thread: Observable<string | undefined>
  /** The text that is selected now. */
  readonly passage: Observable<Passage | undefined>
  /** What is being written about a passage. */
  readonly draft: Observable<{ readonly act: Act; readonly passage: Passage } | undefined>
}

export const createAttention = (): Attention => ({
  section: createObservable<string | undefined>(undefined),
  thread: createObservable<string | undefined>(undefined),
  passage: createObservable<Passage | undefined>(undefined),
  draft: createObservable<{ act: Act; passage: Passage } | undefined>(undefined),
})

export const AttentionContext = createContext<Attention | undefined>(undefined)

export const useAttention = (): Attention => {
  const attention = useContext(AttentionContext)
  if (attention === undefined) throw new Error('This part of the page stands outside of a canvas')
  return attention
}
