import type { Canvas } from '@deal-canvas/contract'

export type Participant = Canvas['participants'][number]

/** A part of a message: words, a mention, or a cell of a workbook. */
interface Spoken {
  readonly text: string
  readonly kind: 'words' | 'mention' | 'cell'
}

const cell = String.raw`(?:'[^'\n]{1,60}'|[\p{L}_][\p{L}\p{N}_.]{0,60})!\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?(?![\p{L}\p{N}_])`

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** Longer names first, so that Ann Lee is not matched as Ann. */
const nameOf = (names: readonly string[]): string =>
  [...names]
    .filter((name) => name !== '')
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')

/** Splits a message at mentions and cell references. The parts add up to the text. */
export const spokenParts = (text: string, names: readonly string[]): readonly Spoken[] => {
  const people = nameOf(names)
  const mention = people === '' ? '' : String.raw`(?<mention>@(?:${people})(?![\p{L}\p{N}]))|`
  const parts: Spoken[] = []
  let end = 0
  for (const match of text.matchAll(new RegExp(`${mention}(?<cell>${cell})`, 'gu'))) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), kind: 'words' })
    parts.push({ text: match[0], kind: match.groups?.['cell'] === undefined ? 'mention' : 'cell' })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end), kind: 'words' })
  return parts
}

/** The users mentioned in a text; if several have the same name, all of them, because it is ambiguous. */
export const mentionedIn = (text: string, people: readonly Participant[]): string[] => {
  const parts = spokenParts(
    text,
    people.map(({ display_name }) => display_name),
  )
  const named = new Set(parts.flatMap((part) => (part.kind === 'mention' ? [part.text.slice(1)] : [])))
  return people.flatMap(({ user_id, display_name }) => (named.has(display_name) ? [user_id] : []))
}
