import type { Canvas } from '@deal-canvas/contract'

export type Participant = Canvas['participants'][number]

/** A stretch of a message: words, somebody's name, or a cell of a workbook. */
interface Spoken {
  readonly text: string
  readonly kind: 'words' | 'mention' | 'cell'
}

const cell = String.raw`(?:'[^'\n]{1,60}'|[\p{L}_][\p{L}\p{N}_.]{0,60})!\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?(?![\p{L}\p{N}_])`

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** Longer names first: who is called Ann Lee is not taken for Ann. */
const nameOf = (names: readonly string[]): string =>
  [...names]
    .filter((name) => name !== '')
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')

/** What a person wrote, cut where it names people or cells. Together the parts are the text. */
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

/** Who is named in a text; of several with one name all, for nobody can tell whom it means. */
export const mentionedIn = (text: string, people: readonly Participant[]): string[] => {
  const parts = spokenParts(
    text,
    people.map(({ display_name }) => display_name),
  )
  const named = new Set(parts.flatMap((part) => (part.kind === 'mention' ? [part.text.slice(1)] : [])))
  return people.flatMap(({ user_id, display_name }) => (named.has(display_name) ? [user_id] : []))
}
