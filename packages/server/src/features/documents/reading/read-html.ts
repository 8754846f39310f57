import { Parser } from 'htmlparser2'
import { documentMessages } from '../../../messages/documents.ts'
import type { Page } from '../digitized.ts'
import { decodeHtml } from './decode-text.ts'
import { createPageWriter, firstHeading, type PageWriter } from './page-writer.ts'
import { shortTitle } from './part-text.ts'
import { createSpannedRows } from './spanned-rows.ts'
import { unreadable } from './unreadable.ts'

/** A closing tag is searched among all open ones, so deep nesting would take quadratic time. */
const maxDepth = 512

const leftOut = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'math',
  'object',
  'iframe',
  'select',
  'textarea',
])
const blocks = new Set([
  ...['p', 'div', 'section', 'article', 'header', 'footer', 'main', 'aside', 'nav', 'blockquote', 'address', 'figure'],
  ...[
    'figcaption',
    'ul',
    'ol',
    'dl',
    'dt',
    'dd',
    'li',
    'hr',
    'form',
    'fieldset',
    'caption',
    'body',
    'center',
    'details',
  ],
  ...['summary', 'table', 'tr', 'td', 'th', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
])

interface OpenTable {
  rows: ReturnType<typeof createSpannedRows>
  cells: { text: string; columns: number; rows: number }[] | undefined
  pieces: string[] | undefined
  /** A table around another one only arranges the page. */
  isLayout: boolean
}

interface OpenList {
  isNumbered: boolean
  count: number
}

const isHidden = ({ hidden, style = '' }: Record<string, string | undefined>): boolean =>
  hidden !== undefined || /display\s*:\s*none/i.test(style)

/** Writes the text of an HTML document: its headings, lists and tables. Nothing in it is executed or loaded. */
export const writeHtml = (html: string, writer: PageWriter): { title: string } => {
  const tables: OpenTable[] = []
  const lists: OpenList[] = []
  let pieces: string[] = []
  let title = ''
  let heading = 0
  let mark = ''
  let [depth, skippedFrom, preformatted] = [0, 0, 0]
  let isTitle = false

  const openCell = (): string[] | undefined => {
    const table = tables.at(-1)
    return table === undefined || table.isLayout ? undefined : table.pieces
  }
  const add = (text: string): void => void (openCell() ?? pieces).push(text)

  const endBlock = (): void => {
    const cell = openCell()
    if (cell !== undefined) {
      cell.push(' ')
      return
    }
    const text = tidy(pieces.join(''))
    pieces = []
    if (text === '') return
    if (heading > 0) writer.heading(heading, text)
    else if (mark === '') writer.paragraph(text)
    else writer.item(mark, lists.length - 1, text)
    mark = ''
  }

  /** Writes what was collected of the tables around another one as text. */
  const becomeLayout = (): void => {
    for (const table of tables) {
      if (table.isLayout) continue
      table.isLayout = true
      for (const cells of [...table.rows.rows(), (table.cells ?? []).map(({ text }) => text)])
        for (const text of cells) writer.paragraph(tidy(text))
      writer.paragraph(tidy((table.pieces ?? []).join('')))
    }
  }

  const endCell = (table: OpenTable): void => {
    const cell = table.cells?.at(-1)
    if (cell !== undefined && table.pieces !== undefined) cell.text = tidy(table.pieces.join(''))
    table.pieces = undefined
  }

  const endRow = (table: OpenTable): void => {
    endCell(table)
    if (table.cells !== undefined && !table.isLayout) table.rows.add(table.cells)
    table.cells = undefined
  }

  const open = (name: string, attributes: Record<string, string | undefined>): void => {
    const table = tables.at(-1)
    if (blocks.has(name)) endBlock()
    if (name === 'table') {
      becomeLayout()
      tables.push({ rows: createSpannedRows(), cells: undefined, pieces: undefined, isLayout: false })
    } else if (name === 'tr' && table !== undefined) {
      endRow(table)
      table.cells = []
    } else if ((name === 'td' || name === 'th') && table !== undefined) {
      endCell(table)
      table.cells ??= []
      table.cells.push({
        text: '',
        columns: Number(attributes['colspan'] ?? 1),
        rows: Number(attributes['rowspan'] ?? 1),
      })
      table.pieces = []
    } else if (name === 'ul' || name === 'ol') {
      if (lists.length < maxDepth)
        lists.push({ isNumbered: name === 'ol', count: Number(attributes['start'] ?? 1) - 1 || 0 })
    } else if (name === 'li') {
      const list = lists.at(-1)
      if (list !== undefined) list.count += 1
      mark = list?.isNumbered === true ? `${list.count}.` : '-'
    } else if (name === 'br') add('\n')
    else if (name === 'img' && attributes['alt'] !== undefined) add(` ${attributes['alt']} `)
    else if (/^h[1-6]$/.test(name)) heading = Number(name[1])
    else if (name === 'pre') preformatted += 1
    else if (name === 'title') isTitle = true
  }

  const close = (name: string): void => {
    if (name === 'title') isTitle = false
    if (blocks.has(name)) endBlock()
    if (/^h[1-6]$/.test(name)) heading = 0
    else if (name === 'pre') preformatted -= 1
    else if (name === 'ul' || name === 'ol') lists.pop()
    const table = tables.at(-1)
    if (table === undefined) return
    if (name === 'td' || name === 'th') endCell(table)
    else if (name === 'tr') endRow(table)
    else if (name === 'table') {
      endRow(table)
      tables.pop()
      if (!table.isLayout) writer.table(table.rows.rows())
    }
  }

  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1
      if (depth > maxDepth) unreadable(documentMessages.nestedTooDeeply())
      if (skippedFrom === 0 && (leftOut.has(name) || isHidden(attributes))) skippedFrom = depth
      if (skippedFrom === 0) open(name, attributes)
    },
    onclosetag: (name) => {
      if (skippedFrom === 0) close(name)
      else if (depth === skippedFrom) skippedFrom = 0
      depth -= 1
    },
    ontext: (text) => {
      if (isTitle) title += text
      else if (skippedFrom === 0) add(preformatted > 0 ? text : text.replaceAll(/\s+/g, ' '))
    },
  })
  parser.write(html)
  parser.end()
  endBlock()
  return { title }
}

const tidy = (text: string): string =>
  text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .trim()

/** Reads an HTML document. */
export const readHtml = (bytes: Uint8Array): { title: string | null; pages: Page[] } => {
  const html = decodeHtml(bytes) ?? unreadable(documentMessages.notText())
  const writer = createPageWriter()
  const { title } = writeHtml(html, writer)
  const pages = writer.finish()
  if (pages.length === 0) unreadable(documentMessages.withoutText())
  return { title: shortTitle(title) ?? shortTitle(firstHeading(pages)), pages }
}
