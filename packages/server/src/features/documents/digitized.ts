import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, gzipSync } from 'node:zlib'
import { parseStoredJson } from '../../platform/bounded-json.ts'
import { unreadable } from './reading/unreadable.ts'

/** A page, counted from one. */
export interface Page {
  page: number
  text: string
}

/** What is in a document, as people read it. */
export type Digitized =
  | {
      kind: 'workbook'
      title: string | null
      sheets: { name: string; hidden: boolean; rows: number; columns: number; cells: number }[]
      /** Rows of text and numbers, label first, parted by ` | `; at most 20,000 of 400 characters. */
      lines: { sheet: string; cell: string; text: string }[]
    }
  | { kind: 'text'; title: string | null; pages: Page[] }

/** Pages, or sheets. */
export const partsOf = (digitized: Digitized): number =>
  digitized.kind === 'workbook' ? digitized.sheets.length : digitized.pages.length

/** Of its lines before they are packed; so much text takes seconds to index already. */
const maxCharacters = 64 * 1024 * 1024

const tooMuch = (): never => unreadable('The document holds more text than can be read')

/** As packed lines of JSON in at most so many bytes: reading it back never holds up the event loop for more than a page. */
export const writeDigitized = (digitized: Digitized, maxBytes: number): Uint8Array<ArrayBuffer> => {
  const { head, items } =
    digitized.kind === 'workbook'
      ? { head: { ...digitized, lines: [] }, items: digitized.lines }
      : { head: { ...digitized, pages: [] }, items: digitized.pages }
  const lines: string[] = []
  let characters = 0
  for (const one of [head, ...items]) {
    const line = JSON.stringify(one)
    characters += line.length + 1
    if (characters > maxCharacters) tooMuch()
    lines.push(line)
  }
  const packed = gzipSync(lines.join('\n'), { level: 1 })
  if (packed.length > maxBytes) tooMuch()
  // A buffer of its own, which can be handed over to the caller of the thread.
  return new Uint8Array(packed)
}

/** Taken at its word: nobody else writes there. */
const parseLine = <Line>(line: string): Line => parseStoredJson(line) as Line

/** The same back from where it was kept. */
export const readDigitized = async (kept: AsyncIterable<Uint8Array>): Promise<Digitized> => {
  let digitized: Digitized | undefined
  await pipeline(Readable.from(kept), createGunzip(), async (unpacked: AsyncIterable<Uint8Array>) => {
    for await (const line of linesOf(unpacked)) {
      if (digitized === undefined) digitized = parseLine<Digitized>(line)
      else if (digitized.kind === 'workbook') digitized.lines.push(parseLine(line))
      else digitized.pages.push(parseLine(line))
    }
  })
  if (digitized === undefined) throw new Error('What was kept of a document is empty')
  return digitized
}

async function* linesOf(kept: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of kept) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
