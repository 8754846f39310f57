import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, gunzipSync, gzipSync } from 'node:zlib'
import { documentMessages } from '../../messages/documents.ts'
import { parseStoredJson } from '../../platform/bounded-json.ts'
import { unreadable } from './reading/unreadable.ts'

/** Left, top, right and bottom, as shares of the page. */
export type Box = readonly [number, number, number, number]

/** A line of a page: where it is in the page's text, and where on the page. */
export interface Line {
  from: number
  to: number
  box: Box
  /** How sure text recognition is, from 0 to 1; absent for text that the file contains as text. */
  confidence?: number
}

/** A table of a page. */
export interface Table {
  /** The text of each cell; empty cells keep their place. */
  rows: string[][]
  /** Where the lines that it covers are in the page's text. */
  from: number
  to: number
  box?: Box
}

/** A page with its number, starting at 1. */
export interface Page {
  page: number
  text: string
  /** The first heading on the page. */
  heading?: string
  /** In the order of the text; absent if the positions are unknown. */
  lines?: Line[]
  tables?: Table[]
  /** Whether its text was recognized in a picture, and can be wrong. */
  ocr?: true
}

/** The human-readable content of a document. */
export type Digitized =
  | {
      kind: 'workbook'
      title: string | null
      sheets: { name: string; hidden: boolean; rows: number; columns: number; cells: number }[]
      /** Rows of text and numbers, label first, separated by ` | `; at most 20,000 lines of 400 characters. */
      lines: { sheet: string; cell: string; text: string }[]
    }
  | { kind: 'text'; title: string | null; pages: Page[] }

/** Returns the number of pages or sheets. */
export const partsOf = (digitized: Digitized): number =>
  digitized.kind === 'workbook' ? digitized.sheets.length : digitized.pages.length

/** Limits the text before compression; this much already takes seconds to index. */
const maxCharacters = 64 * 1024 * 1024

/** A character takes at most four bytes. */
const maxUnpackedBytes = 4 * maxCharacters

const tooMuch = (): never => unreadable(documentMessages.tooMuchText())

/**
 * Writes compressed JSON lines of at most `maxBytes`, so that reading them back never blocks the event loop for more
 * than one page.
 */
export const writeDigitized = (digitized: Digitized, maxBytes: number): Uint8Array<ArrayBuffer> => {
  const { head, items } =
    digitized.kind === 'workbook'
      ? { head: { ...digitized, lines: [] }, items: digitized.lines }
      : { head: { ...digitized, pages: [] }, items: digitized.pages }
  const lines: string[] = []
  let characters = 0
  for (const item of [head, ...items]) {
    const line = JSON.stringify(item)
    characters += line.length + 1
    if (characters > maxCharacters) tooMuch()
    lines.push(line)
  }
  const packed = gzipSync(lines.join('\n'), { level: 1 })
  if (packed.length > maxBytes) tooMuch()
  // A separate buffer that can be transferred to the calling thread.
  return new Uint8Array(packed)
}

/** Not validated, because only this service writes these lines. */
const parseLine = <Line>(line: string): Line => parseStoredJson(line) as Line

/** Reads the stored content back, in a worker thread. */
export const unpackDigitized = (kept: Uint8Array): Digitized => {
  const [head = '', ...items] = gunzipSync(kept, { maxOutputLength: maxUnpackedBytes }).toString('utf8').split('\n')
  const digitized = parseLine<Digitized>(head)
  return digitized.kind === 'workbook'
    ? { ...digitized, lines: items.map((line) => parseLine(line)) }
    : { ...digitized, pages: items.map((line) => parseLine(line)) }
}

/** Reads the stored content back. */
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

/** The number of a stored page. Parses the whole page only if its number does not come first. */
const pageNumber = (line: string): number => {
  const [, digits] = /^\{"page":(\d+),/.exec(line) ?? []
  return digits === undefined ? parseLine<Page>(line).page : Number(digits)
}

/** Reads some pages back: the first one from page `from` on, and those that follow it. */
export const readPages = async (
  kept: AsyncIterable<Uint8Array>,
  { from, limit }: { from: number; limit: number },
): Promise<Page[]> => {
  const pages: Page[] = []
  try {
    await pipeline(Readable.from(kept), createGunzip(), async (unpacked: AsyncIterable<Uint8Array>) => {
      let isHead = true
      for await (const line of linesOf(unpacked)) {
        if (!isHead && pageNumber(line) >= from) pages.push(parseLine(line))
        if (pages.length === limit) return
        isHead = false
      }
    })
  } catch (error) {
    // Leaving the rest unread closes the streams early, which is an error only before the last page was read.
    if (pages.length < limit) throw error
  }
  return pages
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
