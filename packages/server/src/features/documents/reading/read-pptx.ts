import {
  attributeOf,
  isTrue,
  openZip,
  relationshipsOf,
  scanPart,
  unescapeXml,
  type Zip,
} from '@deal-canvas/workbook-reader'
import { documentMessages } from '../../../messages/documents.ts'
import type { Page } from '../digitized.ts'
import { createPageWriter, firstHeading, type PageWriter } from './page-writer.ts'
import { officeTitle, refuseLargePart, shortTitle } from './part-text.ts'
import { readChart } from './read-chart.ts'
import { unreadable } from './unreadable.ts'

const maxSlides = 2_000
const maxSlideXml = 16 * 1024 * 1024
const presentation = 'ppt/presentation.xml'

/** A shape with its paragraphs, a table, or a chart. */
type Shape =
  | { kind: 'title' | 'text'; paragraphs: { text: string; level: number; isListed: boolean }[] }
  | { kind: 'table'; rows: string[][] }
  | { kind: 'chart'; relation: string }

/** The slides in the order of the presentation. */
const slideParts = (zip: Zip): string[] => {
  const relations = new Map(relationshipsOf(zip, presentation).map(({ id, target }) => [id, target]))
  const parts: string[] = []
  scanPart(zip, presentation, {
    open: (name, tag) => {
      const part = name === 'sldId' ? relations.get(attributeOf(tag, ':id') ?? '') : undefined
      if (part !== undefined) parts.push(part)
    },
  })
  if (parts.length > maxSlides) unreadable(documentMessages.tooManySlides({ limit: maxSlides }))
  if (new Set(parts).size < parts.length) unreadable(documentMessages.damaged())
  return parts
}

/** Placeholders that repeat on every slide. */
const repeated = new Set(['sldNum', 'ftr', 'dt', 'hdr', 'sldImg'])

/** Reads the shapes of a slide or of its notes. */
const readShapes = (zip: Zip, part: string): Shape[] => {
  refuseLargePart(zip, part, maxSlideXml)
  const shapes: Shape[] = []
  let placeholder = ''
  let paragraphs: { text: string; level: number; isListed: boolean }[] = []
  let rows: string[][] | undefined
  let cell: string[] | undefined
  let row: string[] | undefined
  let pieces: string[] = []
  let [level, skipped] = [0, 0]
  let [isListed, isText, isMerged] = [false, false, false]

  const endShape = (): void => {
    const isTitle = placeholder === 'title' || placeholder === 'ctrTitle'
    if (paragraphs.length > 0 && !repeated.has(placeholder))
      shapes.push({ kind: isTitle ? 'title' : 'text', paragraphs })
    paragraphs = []
    placeholder = ''
  }
  const endParagraph = (): void => {
    const text = unescapeXml(pieces.join('')).trim()
    pieces = []
    if (text === '') return
    if (cell === undefined) paragraphs.push({ text, level, isListed })
    else cell.push(text)
  }
  const endCell = (): void => {
    row?.push(isMerged ? '' : (cell ?? []).join(' '))
    cell = undefined
  }

  scanPart(zip, part, {
    open: (name, tag) => {
      if (name === 'Fallback') skipped += 1
      if (skipped > 0) return
      if (name === 'sp') placeholder = ''
      else if (name === 'ph') placeholder = attributeOf(tag, 'type') ?? 'body'
      else if (name === 'p') {
        level = 0
        isListed = placeholder === 'body' || placeholder === 'obj'
        pieces = []
      } else if (name === 'pPr') level = Number(attributeOf(tag, 'lvl') ?? 0) || 0
      else if (name === 'buNone') isListed = false
      else if (name === 'buChar' || name === 'buAutoNum') isListed = true
      else if (name === 't') isText = true
      else if (name === 'br') pieces.push('\n')
      else if (name === 'tbl') rows = []
      else if (name === 'tr') row = []
      else if (name === 'tc') {
        cell = []
        isMerged = isTrue(attributeOf(tag, 'hMerge')) || isTrue(attributeOf(tag, 'vMerge'))
      } else if (name === 'chart') shapes.push({ kind: 'chart', relation: attributeOf(tag, ':id') ?? '' })
      else if (name === 'relIds') shapes.push({ kind: 'chart', relation: attributeOf(tag, ':dm') ?? '' })
    },
    close: (name) => {
      isText = false
      if (name === 'Fallback') skipped -= 1
      if (skipped > 0) return
      if (name === 'p') endParagraph()
      else if (name === 'sp') endShape()
      else if (name === 'tc') endCell()
      else if (name === 'tr' && row !== undefined) rows?.push(row)
      else if (name === 'tbl' && rows !== undefined) {
        shapes.push({ kind: 'table', rows })
        rows = undefined
      }
    },
    text: (piece) => {
      if (isText) pieces.push(piece)
    },
  })
  return shapes
}

const writeShape = (
  zip: Zip,
  shape: Shape,
  partOf: (relation: string) => string | undefined,
  writer: PageWriter,
): void => {
  if (shape.kind === 'table') writer.table(shape.rows)
  else if (shape.kind === 'chart') {
    const part = partOf(shape.relation)
    if (part !== undefined) readChart(zip, part, writer)
  } else if (shape.kind === 'title') writer.heading(1, shape.paragraphs.map(({ text }) => text).join(' '))
  else
    for (const { text, level, isListed } of shape.paragraphs)
      if (isListed) writer.item('-', level, text)
      else writer.paragraph(text)
}

/** Reads the slides of a presentation, one page each: title, text, tables, charts and speaker notes. */
export const readPptx = (bytes: Uint8Array): { title: string | null; pages: Page[] } => {
  const zip = openZip(bytes)
  const writer = createPageWriter()
  for (const [place, part] of slideParts(zip).entries()) {
    const relations = relationshipsOf(zip, part)
    const partOf = (id: string): string | undefined => relations.find((relation) => relation.id === id)?.target
    const shapes = readShapes(zip, part)
    const titles = shapes.filter(({ kind }) => kind === 'title')
    for (const shape of [...titles, ...shapes.filter(({ kind }) => kind !== 'title')])
      writeShape(zip, shape, partOf, writer)
    const notes = relations.find(({ kind }) => kind === 'notesSlide')?.target
    const said = notes === undefined ? [] : readShapes(zip, notes).filter(({ kind }) => kind === 'text')
    if (said.length > 0) writer.heading(2, documentMessages.speakerNotes())
    for (const shape of said) if (shape.kind === 'text') for (const { text } of shape.paragraphs) writer.paragraph(text)
    writer.endPage(place + 2)
  }
  const pages = writer.finish()
  if (pages.length === 0) unreadable(documentMessages.withoutText())
  return { title: officeTitle(zip) ?? shortTitle(firstHeading(pages)), pages }
}
