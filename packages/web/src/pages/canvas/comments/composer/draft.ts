import { fieldsOf } from '../../../../ui/fields-of.ts'
import { stored } from '../../../../ui/stored.ts'
import type { Act, Passage } from '../../attention.ts'

/** An unsent text about a passage, or about a section as a whole. */
export interface Draft {
  readonly act: Act
  readonly sectionKey: string
  readonly passage: Passage | undefined
}

const acts: readonly string[] = ['comment', 'suggest', 'ask'] satisfies Act[]
const isAct = (value: unknown): value is Act => typeof value === 'string' && acts.includes(value)

const isPassage = (value: unknown): value is Passage => {
  if (typeof value !== 'object' || value === null) return false
  const { sectionKey, version, from, to, text, prefix, suffix }: Partial<Record<string, unknown>> = { ...value }
  return (
    [sectionKey, text, prefix, suffix].every((part) => typeof part === 'string') &&
    [version, from, to].every((part) => typeof part === 'number')
  )
}

const placeOf = (dealId: string): string => `draft.${dealId}.begun`

/** The draft from before the page was left, if it was neither sent nor discarded. */
export const readDraft = (dealId: string): Draft | undefined => {
  const { act, sectionKey, passage } = fieldsOf(stored.read(placeOf(dealId)))
  if (!isAct(act) || typeof sectionKey !== 'string') return undefined
  return { act, sectionKey, passage: isPassage(passage) ? passage : undefined }
}

export const keepDraft = (dealId: string, draft: Draft | undefined): void =>
  stored.write(placeOf(dealId), draft === undefined || draft.act === 'evidence' ? undefined : JSON.stringify(draft))
