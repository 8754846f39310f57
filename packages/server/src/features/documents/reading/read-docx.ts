import { openZip } from '@deal-canvas/workbook-reader'
import { documentMessages } from '../../../messages/documents.ts'
import type { Page } from '../digitized.ts'
import { cutPages } from './cut-pages.ts'
import { officeTitle, partText, shortTitle, unescapeXml } from './part-text.ts'
import { unreadable } from './unreadable.ts'

const maxXml = 64 * 1024 * 1024
const maxText = 20_000_000
const maxDepth = 50

interface Paragraph {
  text: string
  heading: number
}

/** Reads the paragraphs, headings and tables of a Word document, with the page breaks of the author's program. */
export const readDocx = (bytes: Uint8Array): { title: string | null; pages: Page[] } => {
  const zip = openZip(bytes)
  const pages = readPages(partText(zip, 'word/document.xml', maxXml))
  return { title: officeTitle(zip) ?? firstHeading(pages), pages: pages.map(({ page, text }) => ({ page, text })) }
}

interface ReadPage extends Page {
  heading: string | null
}

const firstHeading = (pages: readonly ReadPage[]): string | null =>
  shortTitle(pages.find(({ heading }) => heading !== null)?.heading ?? '')

const tags = /<(\/?)w:(p|t|tab|br|cr|tbl|tr|tc|pStyle|lastRenderedPageBreak)(\s[^<>]*?)?(\/?)>([^<]*)/g

const readPages = (xml: string): ReadPage[] => {
  const pages: ReadPage[] = []
  let lines: string[] = []
  let paragraph: Paragraph = { text: '', heading: 0 }
  let heading: string | null = null
  // A cell contains paragraphs and can contain a table, so this is a stack of open rows, innermost last.
  const rows: string[][][] = []
  let size = 0

  const endPage = () => {
    for (const page of cutPages(lines.join('\n').trim(), pages.length + 1)) pages.push({ ...page, heading })
    lines = []
    heading = null
  }
  const endParagraph = () => {
    const text = paragraph.text.trim()
    const row = rows.at(-1)
    if (row !== undefined) addToCell(row, text)
    else if (text !== '') {
      if (paragraph.heading > 0) heading ??= text
      lines.push(paragraph.heading > 0 ? `${'#'.repeat(paragraph.heading)} ${text}` : text)
    }
    paragraph = { text: '', heading: 0 }
  }
  const endRow = () => {
    const text = (rows.pop() ?? []).map((cell) => cell.join(' ')).join(' | ')
    const outer = rows.at(-1)
    if (outer !== undefined) addToCell(outer, text)
    else if (text.replaceAll(/[| ]/g, '') !== '') lines.push(text)
  }

  for (const [, closing = '', name = '', attributes = '', empty = '', after = ''] of xml.matchAll(tags)) {
    const closes = closing === '/'
    if (name === 't' && !closes && empty === '') {
      const text = unescapeXml(after)
      size += text.length
      if (size > maxText) unreadable(documentMessages.tooMuchText())
      paragraph.text += text
    } else if (name === 'tab') paragraph.text += '\t'
    else if (name === 'br' || name === 'cr') {
      paragraph.text += '\n'
      if (attributes.includes('w:type="page"')) endPageAt()
    } else if (name === 'lastRenderedPageBreak') endPageAt()
    else if (name === 'pStyle') paragraph.heading = headingOf(attributes)
    else if (name === 'p' && closes) endParagraph()
    else if (name === 'tr' && !closes && empty === '') {
      if (rows.length >= maxDepth) unreadable(documentMessages.tablesNestedTooDeeply())
      rows.push([])
    } else if (name === 'tr' && closes) endRow()
    else if (name === 'tc' && !closes) rows.at(-1)?.push([])
  }
  endParagraph()
  endPage()
  return pages

  // Inside a table, a page continues to the end of the table, so that its rows stay together.
  function endPageAt() {
    if (rows.length > 0) return
    const before = paragraph.text.trim()
    if (before !== '') lines.push(before)
    paragraph = { ...paragraph, text: '' }
    endPage()
  }
}

/** Collects the parts and joins them when the row ends: joining after each paragraph would take quadratic time. */
const addToCell = (row: string[][], text: string): void => {
  if (row.length === 0) row.push([])
  if (text !== '') row.at(-1)?.push(text)
}

const headingOf = (attributes: string): number => {
  const [, style = ''] = /w:val="([^"]*)"/.exec(attributes) ?? []
  if (/^title$/i.test(style)) return 1
  const [, level = ''] = /^heading\s?([1-6])$/i.exec(style) ?? []
  return Number(level)
}
