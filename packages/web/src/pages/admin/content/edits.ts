import type { CMSContentResponse } from '@deal-canvas/contract'
import { fieldsOf } from '../../../ui/fields-of.ts'
import type { TextEntry } from './content-query.ts'

/** A typed but unsaved text, and the saved text from when typing started. */
export interface Edit {
  readonly text: string
  readonly base: string
}
export type Edits = Readonly<Record<string, Edit>>

/** The text to edit: the draft if there is one. */
export const savedText = (entry: TextEntry): string => entry.draft_value ?? entry.value

/** Restoring the saved text removes the edit. */
export const withEdit = (edits: Edits, key: string, saved: string, text: string): Edits => {
  const { [key]: before, ...others } = edits
  if (text === saved) return others
  return { ...others, [key]: { text, base: before?.base ?? saved } }
}

export const withoutEdit = (edits: Edits, key: string): Edits => {
  const { [key]: _gone, ...others } = edits
  return others
}

/** The edits that still change something; another user may have saved the page in the meantime. */
export const liveEdits = (edits: Edits, { content }: CMSContentResponse): Edits =>
  Object.fromEntries(
    Object.entries(edits).filter(([key, { text }]) => {
      const entry = content[key]
      return entry !== undefined && savedText(entry) !== text
    }),
  )

/** Whether another user has saved a different text since typing started. */
export const isContested = (edit: Edit | undefined, entry: TextEntry): boolean =>
  edit !== undefined && edit.base !== savedText(entry) && edit.text !== savedText(entry)

/** Keeps the user's own text: it becomes an edit of the text that the other user saved. */
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

/** The edits stored in this browser; entries of any other shape are ignored. */
export const readEdits = (kept: string | undefined): Edits =>
  Object.fromEntries(Object.entries(fieldsOf(kept)).filter((entry): entry is [string, Edit] => isEdit(entry[1])))
