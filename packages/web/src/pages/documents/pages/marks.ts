import type { DocumentPage } from '@deal-canvas/contract'

export interface Span {
  readonly start: number
  readonly end: number
}

/** Left, top, right and bottom as shares of the page. */
export type Box = readonly [left: number, top: number, right: number, bottom: number]

export type MarkKind = 'cited' | 'found' | 'fact' | 'comment'

/** A place of a page to highlight: a part of its text, or else a place on the paper. */
export interface Mark {
  readonly id: string
  readonly kind: MarkKind
  readonly span?: Span | undefined
  readonly box?: Box | undefined
}

export const readBox = (box: readonly number[] | null): Box | undefined => {
  const [left, top, right, bottom] = box ?? []
  return left === undefined || top === undefined || right === undefined || bottom === undefined
    ? undefined
    : [left, top, right, bottom]
}

/** The part of a line's box that a part of its text takes, as if all letters were equally wide. */
const partOf = ([left, top, right, bottom]: Box, line: Span, { start, end }: Span): Box => {
  const at = (offset: number): number => left + ((right - left) * (offset - line.start)) / (line.end - line.start)
  return [at(Math.max(start, line.start)), top, at(Math.min(end, line.end)), bottom]
}

/** Where a mark is on the paper, line by line; empty if that is not known. */
export const boxesOf = ({ lines }: Pick<DocumentPage, 'lines'>, { box, span }: Mark): Box[] => {
  if (span === undefined) return box === undefined ? [] : [box]
  return lines.flatMap((line) => {
    const whole = readBox(line.box)
    const isOutside = line.end <= span.start || line.start >= span.end || line.end <= line.start
    return whole === undefined || isOutside ? [] : [partOf(whole, line, span)]
  })
}

/** A piece of text that no mark begins or ends in. */
export interface Piece extends Span {
  readonly text: string
  readonly marks: readonly Mark[]
}

/** Cuts a part of a text where marks begin and end. */
export const cutByMarks = (text: string, { start, end }: Span, marks: readonly Mark[]): Piece[] => {
  const here = marks.filter(({ span }) => span !== undefined && span.start < end && span.end > start)
  const inside = here.flatMap(({ span }) => (span === undefined ? [] : [span.start, span.end]))
  const cuts = [...new Set([start, ...inside.filter((cut) => cut > start && cut < end), end])].sort((a, b) => a - b)
  return cuts.slice(1).flatMap((to, n) => {
    const from = cuts[n] ?? start
    const covering = here.filter(({ span }) => span !== undefined && span.start <= from && span.end >= to)
    return from === to ? [] : [{ start: from, end: to, text: text.slice(from, to), marks: covering }]
  })
}

/** Where a quote is in a text, whatever the white space between its words; undefined: it is not there. */
export const findQuote = (text: string, quote: string): Span | undefined => {
  const places: number[] = []
  let letters = ''
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    if (/\s/.test(letter)) continue
    places.push(at)
    letters += letter
  }
  const wanted = quote.replaceAll(/\s/g, '')
  const at = wanted === '' ? -1 : letters.indexOf(wanted)
  const [first, last] = [places[at], places[at + wanted.length - 1]]
  return first === undefined || last === undefined ? undefined : { start: first, end: last + 1 }
}

const powers = [1, 1e3, 1e6, 1e9, 0.01]

/** Where a part of a text states a number, in digits: `$48.5 million` for 48,500,000; undefined: it does not. */
export const findNumber = (text: string, { start, end }: Span, value: number): Span | undefined => {
  for (const { 0: digits, index } of text.slice(start, end).matchAll(/\d+(?:,\d{3})*(?:\.\d+)?/g)) {
    const number = Number(digits.replaceAll(',', ''))
    const isIt = powers.some((power) => Math.abs(number * power - Math.abs(value)) <= 1e-9 * Math.abs(value))
    if (isIt) return { start: start + index, end: start + index + digits.length }
  }
  return undefined
}
