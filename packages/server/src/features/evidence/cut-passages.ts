import type { Digitized } from '../documents/index.ts'

/** A part of a document that a search can return. */
export interface Passage {
  page: number | null
  sheet: string | null
  cell: string | null
  content: string
}

const longest = 900
const usual = 600
/** Per document; text beyond this limit is not searchable. */
const maxPassages = 5_000

/** Splits into paragraphs, too long paragraphs into sentences, and too long sentences into words. */
const split = (text: string, marks: readonly RegExp[] = [/\n\s*\n/, /(?<=[.!?])\s+|\n/, /\s+/]): string[] => {
  const [mark, ...finer] = marks
  if (text.length <= longest) return [text]
  if (mark === undefined) return text.match(new RegExp(`[^]{1,${longest}}`, 'gu')) ?? []
  return text.split(mark).flatMap((part) => split(part, finer))
}

/** Joins adjacent parts until a passage is long enough to be understood. */
const join = <Part extends { text: string }>(
  parts: readonly Part[],
  separator: string,
  belongs: (a: Part, b: Part) => boolean,
) => {
  const joined: { first: Part; text: string }[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    const fits = last !== undefined && last.text.length + part.text.length < usual && belongs(last.first, part)
    if (fits) last.text += separator + part.text
    else joined.push({ first: part, text: part.text })
  }
  return joined
}

/** Cuts the content of a document into passages, in order. */
export const cutPassages = (digitized: Digitized): Passage[] => {
  if (digitized.kind === 'workbook')
    return join(digitized.lines, '\n', (a, b) => a.sheet === b.sheet)
      .slice(0, maxPassages)
      .map(({ first, text }) => ({ page: null, sheet: first.sheet, cell: first.cell, content: text }))
  const passages: Passage[] = []
  for (const { page, text } of digitized.pages) {
    // Stop early: a document of thousands of pages must not be split for passages that are dropped.
    if (passages.length >= maxPassages) break
    const parts = split(text).map((part) => ({ text: part.replaceAll(/[ \t]+/g, ' ').trim() }))
    const said = parts.filter((part) => part.text !== '')
    for (const passage of join(said, '\n', () => true))
      passages.push({ page, sheet: null, cell: null, content: passage.text })
  }
  return passages.slice(0, maxPassages)
}
