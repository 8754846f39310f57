import type { CMSContentResponse } from '@deal-canvas/contract'
import { fieldsOf } from '../../../ui/fields-of.ts'
import type { TextEntry } from './content-query.ts'

/** A text as it was typed and is not saved yet, and what stood there when the typing began. */
export interface Edit {
  readonly text: string
  readonly base: string
}
export type Edits = Readonly<Record<string, Edit>>

/** What an editor sees: the draft where there is one. */
export const savedText = (entry: TextEntry): string => entry.draft_value ?? entry.value

/** Typing back what stood there before is no edit. */
export const withEdit = (edits: Edits, key: string, saved: string, text: string): Edits => {
  const { [key]: before, ...others } = edits
  if (text === saved) return others
  return { ...others, [key]: { text, base: before?.base ?? saved } }
}

export const withoutEdit = (edits: Edits, key: string): Edits => {
  const { [key]: _gone, ...others } = edits
  return others
}

/** The edits that still change something on a page that may have been saved by somebody else meanwhile. */
export const liveEdits = (edits: Edits, { content }: CMSContentResponse): Edits =>
  Object.fromEntries(
    Object.entries(edits).filter(([key, { text }]) => {
      const entry = content[key]
      return entry !== undefined && savedText(entry) !== text
    }),
  )

/** Whether somebody else has saved another text under what is being typed. */
export const isContested = (edit: Edit | undefined, entry: TextEntry): boolean =>
  edit !== undefined && edit.base !== savedText(entry) && edit.text !== savedText(entry)

/** Keeping one's own text against theirs: from now on it is an edit of what they saved. */
export const keptOver = (edits: Edits, key: string, saved: string): Edits => {
  const edit = edits[key]
  return edit === undefined ? edits : { ...edits, [key]: { text: edit.text, base: saved } }
}

const isEdit = (value: unknown): value is Edit =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  'base' in value &&
  typeof value.text === 'string' &&
  typeof value.base === 'string'

/** What this browser kept; whatever is not in the form of edits is none. */
export const readEdits = (kept: string | undefined): Edits =>
  Object.fromEntries(Object.entries(fieldsOf(kept)).filter((entry): entry is [string, Edit] => isEdit(entry[1])))
