import { documentMessages } from '../../../messages/documents.ts'
import { wellFormed } from '../../../platform/well-formed.ts'
import type { Page, Table } from '../digitized.ts'
import { cutPages, maxPageLength } from './cut-pages.ts'
import { unreadable } from './unreadable.ts'

const maxText = 20_000_000
const maxHeadingLength = 300
const maxListLevel = 8

export type PageWriter = ReturnType<typeof createPageWriter>

const isBlank = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '')

/** Collects the headings, paragraphs and tables of a document as pages that can be cited. */
export const createPageWriter = () => {
  const pages: Page[] = []
  let number = 1
  let lines: string[] = []
  let length = 0
  let heading: string | undefined
  let tables: Table[] = []
  let size = 0

  /** Ends the page; the next one has the given number. A page without text is left out. */
  const endPage = (next?: number): void => {
    if (lines.length > 0)
      pages.push({
        page: number,
        text: lines.join('\n'),
        ...(heading === undefined ? {} : { heading }),
        ...(tables.length === 0 ? {} : { tables }),
      })
    number = next ?? (lines.length > 0 ? number + 1 : number)
    lines = []
    length = 0
    heading = undefined
    tables = []
  }

  /** Adds a line and returns where it is; undefined if it is longer than a page. */
  const addLine = (given: string): { from: number; to: number } | undefined => {
    size += given.length
    if (size > maxText) unreadable(documentMessages.tooMuchText())
    const text = wellFormed(given.replaceAll('\0', ''))
    if (length > 0 && length + 1 + text.length > maxPageLength) endPage()
    if (text.length > maxPageLength) {
      for (const page of cutPages(text, number)) pages.push(page)
      number = (pages.at(-1)?.page ?? number) + 1
      return undefined
    }
    const from = lines.length === 0 ? 0 : length + 1
    lines.push(text)
    length = from + text.length
    return { from, to: length }
  }

  const paragraph = (given: string): void => {
    const text = given.trim()
    if (text !== '') addLine(text)
  }

  return {
    paragraph,

    /** Adds an item of a list; `level` starts at 0. */
    item: (mark: string, level: number, given: string): void => {
      const text = given.trim()
      if (text !== '') addLine(`${'  '.repeat(Math.min(Math.max(level, 0), maxListLevel))}${mark} ${text}`)
    },

    heading: (level: number, given: string): void => {
      const text = given.replaceAll(/\s+/g, ' ').trim()
      if (text === '') return
      addLine(`${'#'.repeat(Math.min(Math.max(level, 1), 6))} ${text}`)
      heading ??= wellFormed(text.slice(0, maxHeadingLength))
    },

    /** Adds one line per row, its cells separated by ` | `. A table that does not fit on the page is split. */
    table: (given: readonly (readonly string[])[]): void => {
      let table: Table | undefined
      for (const row of given) {
        if (isBlank(row)) continue
        const cells = row.map((cell) => wellFormed(cell.replaceAll(/\s+/g, ' ').trim()))
        const place = addLine(cells.join(' | '))
        if (place === undefined) table = undefined
        else if (table !== undefined && place.from > table.to) {
          table.rows.push(cells)
          table.to = place.to
        } else {
          table = { rows: [cells], ...place }
          tables.push(table)
        }
      }
    },

    endPage,

    finish: (): Page[] => {
      endPage()
      return pages
    },
  }
}

/** Returns the first heading of a document. */
export const firstHeading = (pages: readonly Page[]): string =>
  pages.find(({ heading }) => heading !== undefined)?.heading ?? ''
