import type { Participant } from '../thread/spoken-parts.ts'

/** A mention being typed. */
export interface Typing {
  /** Position of the @. */
  readonly at: number
  readonly end: number
  readonly wanted: string
}

const maxShown = 6

/** The mention being typed before the caret; undefined: none. An @ inside a word belongs to an email address. */
export const typingAt = (text: string, caret: number): Typing | undefined => {
  const match = /(?:^|[\s(])@([\p{L}\p{N}'’.-]*(?: [\p{L}\p{N}'’.-]*)?)$/u.exec(text.slice(0, caret))
  const wanted = match?.[1]
  return wanted === undefined ? undefined : { at: caret - wanted.length - 1, end: caret, wanted }
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Users with a name in which a word starts with the text: verified users first, then matches on the first word. */
export const peopleFor = (wanted: string, people: readonly Participant[]): readonly Participant[] => {
  const start = plain(wanted)
  const rank = ({ display_name }: Participant): number => {
    const name = plain(display_name)
    if (name.startsWith(start)) return 0
    return name.split(/\s+/).some((word) => word.startsWith(start)) ? 1 : 2
  }
  return people
    .map((person) => ({ person, rank: rank(person) }))
    .filter((match) => match.rank < 2)
    .sort((a, b) => Number(b.person.email_verified) - Number(a.person.email_verified) || a.rank - b.rank)
    .slice(0, maxShown)
    .map(({ person }) => person)
}

/** The text with the name inserted, and the new caret position. */
export const withMention = (text: string, { at, end }: Typing, { display_name }: Participant) => {
  const start = `${text.slice(0, at)}@${display_name} `
  return { text: start + text.slice(end).replace(/^ /, ''), caret: start.length }
}
