import { attributeOf, openZip, scanPart, unescapeXml, type Zip } from '@deal-canvas/workbook-reader'
import { documentMessages } from '../../../messages/documents.ts'
import type { Page } from '../digitized.ts'
import { readWordNumbering } from './docx-numbering.ts'
import { readWordStyles } from './docx-styles.ts'
import { createPageWriter, firstHeading } from './page-writer.ts'
import { officeTitle, refuseLargePart, shortTitle } from './part-text.ts'
import { unreadable } from './unreadable.ts'

const maxXml = 64 * 1024 * 1024
const maxNotesXml = 16 * 1024 * 1024
const maxTableDepth = 50
/** A table is held in memory until it ends; a wider span is not from a person. */
const maxSpan = 200

interface Paragraph {
  pieces: string[]
  style: string
  numId?: string
  level?: number
  outline?: number
  /** Whether a tracked change deleted its end, so that it continues in the next paragraph. */
  isJoined: boolean
}

interface OpenTable {
  rows: string[][]
  /** The parts of each cell of the open row, joined when it ends: joining after each one would take quadratic time. */
  cells: string[][] | undefined
  /** How many columns the open cell spans. */
  span: number
  isRowDeleted: boolean
}

/** The text of the footnotes or endnotes by id. */
const readNotes = (zip: Zip, kind: 'footnote' | 'endnote'): Map<string, string> => {
  const part = `word/${kind}s.xml`
  refuseLargePart(zip, part, maxNotesXml)
  const notes = new Map<string, string>()
  let id: string | undefined
  let pieces: string[] = []
  let isText = false
  scanPart(zip, part, {
    open: (name, tag) => {
      if (name === kind) {
        id = attributeOf(tag, ':id') ?? ''
        pieces = []
      }
      isText = name === 't'
    },
    close: (name) => {
      isText = false
      if (name === 'p') pieces.push(' ')
      if (name === kind && id !== undefined) notes.set(id, unescapeXml(pieces.join('')).trim())
    },
    text: (piece) => {
      if (isText) pieces.push(piece)
    },
  })
  return notes
}

/**
 * Reads the headings, lists, tables and notes of a Word document, with the page breaks of the author's program.
 * Tracked changes are accepted: insertions are kept, deletions are left out.
 */
export const readDocx = (bytes: Uint8Array): { title: string | null; pages: Page[] } => {
  const zip = openZip(bytes)
  refuseLargePart(zip, 'word/document.xml', maxXml)
  const pages = readBody(zip)
  return { title: officeTitle(zip) ?? shortTitle(firstHeading(pages)), pages }
}

const newParagraph = (): Paragraph => ({ pieces: [], style: '', isJoined: false })

const readBody = (zip: Zip): Page[] => {
  const writer = createPageWriter()
  const styleOf = readWordStyles(zip)
  const markOf = readWordNumbering(zip)
  const notes = { footnoteReference: readNotes(zip, 'footnote'), endnoteReference: readNotes(zip, 'endnote') }
  let noteCount = 0
  let pageNotes: string[] = []
  // A text box is a paragraph inside a paragraph, so these are the open ones, innermost last.
  const paragraphs: Paragraph[] = []
  const tables: OpenTable[] = []
  let joined: string[] = []
  /** The open elements whose content is left out. */
  let skipped = 0
  let isText = false
  let [inRun, inParagraphProperties, inRowProperties] = [0, 0, 0]

  const current = (): Paragraph | undefined => paragraphs.at(-1)
  const add = (text: string): void => void current()?.pieces.push(text)

  const endPage = (): void => {
    for (const note of pageNotes) writer.paragraph(note)
    pageNotes = []
    writer.endPage()
  }

  /** Inside a table, a page continues to the end of the table, so that its rows stay together. */
  const breakPage = (): void => {
    if (tables.length > 0 || paragraphs.length > 1) return
    const paragraph = current()
    if (paragraph !== undefined && paragraph.pieces.length > 0) {
      write(paragraph)
      Object.assign(paragraph, { pieces: [], numId: '0' })
    }
    endPage()
  }

  const write = (paragraph: Paragraph): void => {
    const text = [...joined, unescapeXml(paragraph.pieces.join(''))].join('').trim()
    joined = []
    const cell = tables.at(-1)?.cells?.at(-1)
    const style = styleOf(paragraph.style)
    const [numId, level] = [paragraph.numId ?? style.numId, paragraph.level ?? style.level ?? 0]
    const mark = numId === undefined || numId === '0' ? '' : markOf(numId, level)
    if (text === '') return
    const marked = mark === '' ? text : `${mark} ${text}`
    const heading = paragraph.outline === undefined ? style.heading : paragraph.outline < 9 ? paragraph.outline + 1 : 0
    if (tables.length > 0) cell?.push(marked)
    else if (heading > 0) writer.heading(heading, marked)
    else if (mark === '') writer.paragraph(text)
    else writer.item(mark, level, text)
  }

  const endTable = (): void => {
    const table = tables.pop()
    if (table === undefined) return
    const outer = tables.at(-1)?.cells?.at(-1)
    if (tables.length === 0) writer.table(table.rows)
    else outer?.push(table.rows.map((row) => row.join(' | ')).join(' '))
  }

  const closeTableTag = (name: string): void => {
    const table = tables.at(-1)
    if (table?.cells === undefined) return
    // The text of a cell that spans several columns stands in the first one.
    if (name === 'tc') for (let n = 1; n < table.span; n++) table.cells.push([])
    if (name !== 'tr') return
    if (!table.isRowDeleted) table.rows.push(table.cells.map((cell) => cell.join(' ')))
    table.cells = undefined
  }

  const note = (kind: keyof typeof notes, id: string): void => {
    const text = notes[kind].get(id)
    if (text === undefined || text === '') return
    noteCount += 1
    add(`[${noteCount}]`)
    pageNotes.push(`[${noteCount}] ${text}`)
  }

  const openTableTag = (name: string, tag: string): void => {
    const table = tables.at(-1)
    if (name === 'tbl') {
      if (tables.length >= maxTableDepth) unreadable(documentMessages.tablesNestedTooDeeply())
      tables.push({ rows: [], cells: undefined, span: 1, isRowDeleted: false })
    } else if (table === undefined) return
    else if (name === 'tr') Object.assign(table, { cells: [], isRowDeleted: false })
    else if (name === 'tc') {
      table.cells?.push([])
      table.span = 1
    } else if (name === 'gridSpan') table.span = Math.min(Number(attributeOf(tag, ':val') ?? 1) || 1, maxSpan)
  }

  const openParagraphTag = (name: string, tag: string): void => {
    const paragraph = current()
    const value = (): string => attributeOf(tag, ':val') ?? ''
    if (paragraph === undefined) return
    if (name === 'pStyle') paragraph.style = value()
    else if (name === 'numId') paragraph.numId = value()
    else if (name === 'ilvl') paragraph.level = Number(value()) || 0
    else if (name === 'outlineLvl') paragraph.outline = Number(value()) || 0
    else if (name === 'del' || name === 'moveFrom') paragraph.isJoined = true
  }

  const openRunTag = (name: string, tag: string): void => {
    if (name === 't') isText = true
    else if (name === 'tab' || name === 'ptab') add('\t')
    else if (name === 'noBreakHyphen') add('-')
    else if (name === 'br' && attributeOf(tag, ':type') === 'page') breakPage()
    else if (name === 'br' || name === 'cr') add('\n')
    else if (name === 'lastRenderedPageBreak') breakPage()
    else if (name === 'footnoteReference' || name === 'endnoteReference') note(name, attributeOf(tag, ':id') ?? '')
  }

  scanPart(zip, 'word/document.xml', {
    open: (name, tag) => {
      if (isLeftOut(name, inParagraphProperties + inRowProperties)) skipped += 1
      if (skipped > 0) return
      if (name === 'p') paragraphs.push(newParagraph())
      else if (name === 'pPr') inParagraphProperties += 1
      else if (name === 'trPr') inRowProperties += 1
      else if (name === 'r') inRun += 1
      else if (inRowProperties > 0) {
        const table = tables.at(-1)
        if (name === 'del' && table !== undefined) table.isRowDeleted = true
      } else if (inParagraphProperties > 0) openParagraphTag(name, tag)
      else if (inRun > 0 || name === 't') openRunTag(name, tag)
      if (tableTags.has(name)) openTableTag(name, tag)
    },
    close: (name) => {
      isText = false
      if (skipped > 0) {
        if (isLeftOut(name, inParagraphProperties + inRowProperties)) skipped -= 1
        return
      }
      if (name === 'pPr') inParagraphProperties -= 1
      else if (name === 'trPr') inRowProperties -= 1
      else if (name === 'r') inRun -= 1
      else if (name === 'p') {
        const paragraph = paragraphs.pop()
        if (paragraph?.isJoined) joined.push(unescapeXml(paragraph.pieces.join('')))
        else if (paragraph !== undefined) write(paragraph)
      } else if (name === 'tbl') endTable()
      else closeTableTag(name)
    },
    text: (piece) => {
      if (isText) add(piece)
    },
  })
  if (joined.length > 0) write(newParagraph())
  endPage()
  return writer.finish()
}

const tableTags = new Set(['tbl', 'tr', 'tc', 'gridSpan'])

/** Deleted text, the old place of moved text, earlier formatting, and the copy of a drawing for older programs. */
const isLeftOut = (name: string, propertiesDepth: number): boolean =>
  name === 'Fallback' || name.endsWith('PrChange') || (propertiesDepth === 0 && (name === 'del' || name === 'moveFrom'))
