import type { Replacement } from './page-texts.ts'

type Texts = Record<string, string | null>

/** A change, for the log of administrators' actions. */
export interface Done {
  action: `cms.${string}`
  before: Texts
  after: Texts
}

const maxRecorded = 500

/** Cuts by code point, because half a surrogate pair cannot be stored. */
const shortened = (value: string | null): string | null =>
  value === null ? null : [...value].slice(0, maxRecorded).join('')

export const recordOf = (
  action: Done['action'],
  changes: readonly { key: string; before: string | null; after: string | null }[],
): Done => ({
  action,
  before: Object.fromEntries(changes.map(({ key, before }) => [key, shortened(before)])),
  after: Object.fromEntries(changes.map(({ key, after }) => [key, shortened(after)])),
})

export const recordOfReplaced = (action: Done['action'], changed: readonly Replacement[]): Done =>
  recordOf(
    action,
    changed.map(({ text, to }) => ({ key: text.key, before: text.value, after: to })),
  )
