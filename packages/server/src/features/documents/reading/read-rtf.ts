import { documentMessages } from '../../../messages/documents.ts'
import type { Page } from '../digitized.ts'
import { createPageWriter, firstHeading } from './page-writer.ts'
import { shortTitle } from './part-text.ts'
import { rtfTokens } from './rtf-tokens.ts'
import { unreadable } from './unreadable.ts'

const maxDepth = 1_000
/** Text of a destination that is not part of the document, such as the name of a style. */
const maxAsideLength = 400

/** Where the text of a group goes. */
type Destination = 'body' | 'title' | 'fonts' | 'styles' | 'note' | 'nowhere'

interface Group {
  destination: Destination
  /** Characters that follow a Unicode character for programs that cannot show it. */
  fallback: number
  /** Deleted by a tracked change, or hidden. */
  isDropped: boolean
  encoding: string
}

const destinations: Record<string, Destination> = {
  fonttbl: 'fonts',
  stylesheet: 'styles',
  title: 'title',
  footnote: 'note',
  shptxt: 'body',
}
const nowhere = new Set(
  'colortbl info pict object header headerl headerr headerf footer footerl footerr footerf fldinst annotation atnid atnauthor atntime atnicn atnref listtable listoverridetable revtbl rsidtbl generator themedata colorschememapping datastore latentstyles xmlnstbl nonshppict bkmkstart bkmkend pgdsctbl sp ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn mmathPr userprops docvar filetbl template falt panose'.split(
    ' ',
  ),
)

const symbols: Record<string, string> = {
  tab: '\t',
  line: '\n',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
}

const codePages: Record<number, string> = {
  0: 'windows-1252',
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
}

const encodingOf = (codePage: number): string =>
  ({ 932: 'shift_jis', 936: 'gbk', 949: 'euc-kr', 950: 'big5', 65001: 'utf-8', 10000: 'macintosh' })[codePage] ??
  (codePage === 874 || (codePage >= 1250 && codePage <= 1258) ? `windows-${codePage}` : 'windows-1252')

/** Reads the headings, lists, tables and notes of a rich text file. Deleted and hidden text is left out. */
export const readRtf = (bytes: Uint8Array): { title: string | null; pages: Page[] } => {
  const writer = createPageWriter()
  const groups: Group[] = []
  let group: Group = { destination: 'body', fallback: 1, isDropped: false, encoding: 'windows-1252' }
  let base = 'windows-1252'
  const fonts = new Map<number, string>()
  const headings = new Map<number, number>()
  let [font, style, outline, skip, noteCount] = [0, 0, -1, 0, 0]
  let aside = ''
  let title = ''
  let pending: number[] = []
  let pieces: string[] = []
  let notePieces: string[] = []
  let notes: string[] = []
  let cells: string[] = []
  let rows: string[][] = []
  let isInTable = false
  let isOptional = false

  const add = (text: string): void => {
    if (text === '' || group.isDropped || group.destination === 'nowhere') return
    if (group.destination === 'body') pieces.push(text)
    else if (group.destination === 'note') notePieces.push(text)
    else if (aside.length < maxAsideLength) aside += text
  }
  const flushBytes = (): void => {
    if (pending.length === 0) return
    const text = new TextDecoder(group.encoding).decode(Uint8Array.from(pending))
    pending = []
    add(text)
  }
  const endTable = (): void => {
    if (rows.length > 0) writer.table(rows)
    rows = []
  }
  const take = (): string => {
    const text = pieces.join('').trim()
    pieces = []
    return text
  }
  const endParagraph = (): void => {
    if (group.destination === 'note') notePieces.push(' ')
    if (group.destination !== 'body') return
    if (isInTable) {
      pieces.push(' ')
      return
    }
    endTable()
    const text = take().replace(/^[·•]\s*\t?/, '- ')
    const level = outline >= 0 && outline < 9 ? outline + 1 : (headings.get(style) ?? 0)
    if (level > 0) writer.heading(level, text)
    else writer.paragraph(text)
  }
  const endPage = (): void => {
    endParagraph()
    endTable()
    for (const note of notes) writer.paragraph(note)
    notes = []
    writer.endPage()
  }
  const endRow = (): void => {
    if (pieces.join('').trim() !== '') cells.push(take())
    pieces = []
    if (cells.length > 0) rows.push(cells)
    cells = []
  }
  /** The name of a style or the title ends with its group or with a semicolon. */
  const endAside = (): void => {
    if (group.destination === 'title') title ||= aside
    const [, level] = /^heading ?([1-9])\b/i.exec(aside.trim()) ?? []
    if (group.destination === 'styles' && level !== undefined) headings.set(style, Math.min(Number(level), 6))
    if (group.destination !== 'body' && group.destination !== 'note') aside = ''
  }

  const word = (name: string, number: number | undefined): void => {
    const destination = destinations[name]
    if (name === 'u' && number !== undefined) {
      add(String.fromCharCode(number < 0 ? number + 65_536 : number))
      skip = group.fallback
    } else if (name === 'uc') group.fallback = Math.min(Math.max(number ?? 1, 0), 10)
    else if (destination !== undefined) {
      if (destination === 'note') {
        noteCount += 1
        pieces.push(`[${noteCount}]`)
        notePieces = []
      }
      group.destination = destination
      aside = ''
    } else if (nowhere.has(name)) group.destination = 'nowhere'
    else if (isOptional) group.destination = 'nowhere'
    else if (name === 'par') endParagraph()
    else if (name === 'page' || name === 'sect') endPage()
    else if (name === 'pard') {
      isInTable = false
      style = 0
      outline = -1
    } else if (name === 'intbl') isInTable = true
    else if (name === 'cell' || name === 'nestcell') cells.push(take())
    else if (name === 'row') endRow()
    else if (name === 's') style = number ?? 0
    else if (name === 'outlinelevel') outline = number ?? -1
    else if (name === 'deleted' || name === 'v') group.isDropped = number !== 0
    else if (name === 'plain') group.isDropped = false
    else if (name === 'ansicpg') base = group.encoding = encodingOf(number ?? 1252)
    else if (name === 'f') {
      font = number ?? 0
      if (group.destination !== 'fonts') group.encoding = fonts.get(font) ?? base
    } else if (name === 'fcharset' && group.destination === 'fonts')
      fonts.set(font, number === 0 ? base : (codePages[number ?? 0] ?? base))
    else add(symbols[name] ?? '')
  }

  for (const token of rtfTokens(new TextDecoder('latin1').decode(bytes))) {
    if (skip > 0 && (token.kind === 'byte' || token.kind === 'text')) {
      const length = token.kind === 'byte' ? 1 : Math.min(skip, token.text.length)
      skip -= length
      if (token.kind === 'text') add(token.text.slice(length))
      continue
    }
    if (token.kind === 'byte') {
      pending.push(token.byte)
      continue
    }
    flushBytes()
    if (token.kind === 'text') {
      const [own = '', ...others] = group.destination === 'styles' ? token.text.split(';') : [token.text]
      add(own)
      if (others.length > 0) endAside()
    } else if (token.kind === 'open') {
      if (groups.length >= maxDepth) unreadable(documentMessages.nestedTooDeeply())
      groups.push({ ...group })
    } else if (token.kind === 'close') {
      endAside()
      const outer = groups.pop()
      if (group.destination === 'note' && outer?.destination !== 'note')
        notes.push(`[${noteCount}] ${notePieces.join('').trim()}`)
      group = outer ?? group
      skip = 0
    } else if (token.kind === 'word') word(token.word, token.number)
    else if (token.symbol === '~') add('\u00a0')
    else if (token.symbol === '_') add('-')
    else if (token.symbol === '\n' || token.symbol === '\r') endParagraph()
    else if ('\\{}'.includes(token.symbol)) add(token.symbol)
    isOptional = token.kind === 'symbol' && token.symbol === '*'
  }
  flushBytes()
  group = { ...group, destination: 'body' }
  endPage()
  const pages = writer.finish()
  if (pages.length === 0) unreadable(documentMessages.withoutText())
  return { title: shortTitle(title) ?? shortTitle(firstHeading(pages)), pages }
}
