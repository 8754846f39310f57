import { relationshipsOf, type Zip } from '@deal-canvas/workbook-reader'
import { exportMessages as messages } from '../../../messages/exports.ts'
import { ExportProblem } from '../export-problem.ts'
import { findTag, readSheets } from './workbook-parts.ts'
import { asPartText } from './xml-edit.ts'

/** The parts that name the sheets of a workbook. */
export interface PackageParts {
  workbook: string
  relations: string
  types: string
}

interface NoteSheet {
  /** The name of its part. */
  name: string
  xml: string
  title: string
  sheetId: number
  relationId: string
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml'

/** The first of name, name2, name3 … that is free. */
const freeName = (name: string, isTaken: (candidate: string) => boolean): string => {
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name}${n}`
    if (!isTaken(candidate)) return candidate
  }
}

/** A sheet with a line of text, which a workbook gets as its last one. */
export const noteSheet = (zip: Zip, part: string, line: string): NoteSheet => {
  const sheets = readSheets(zip, part)
  const ids = new Set(relationshipsOf(zip, part).map(({ id }) => id))
  const titles = new Set(sheets.map(({ name }) => name.toLowerCase()))
  return {
    name: `${freeName('xl/worksheets/exportNote', (name) => zip.has(`${name}.xml`))}.xml`,
    xml: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t xml:space="preserve">${asPartText(line)}</t></is></c></row></sheetData></worksheet>`,
    title: freeName(messages.watermarkSheet(), (title) => titles.has(title.toLowerCase())),
    sheetId: Math.max(0, ...sheets.map(({ id }) => id)) + 1,
    relationId: freeName('rIdExportNote', (id) => ids.has(id)),
  }
}

const insertBeforeEnd = (xml: string, name: string, text: (prefix: string) => string): string => {
  const end = findTag(xml, name, (tag) => tag.name === name && tag.isClosing)
  if (end === undefined) throw new ExportProblem(messages.malformed({ part: name }))
  return `${xml.slice(0, end.start)}${text(end.prefix)}${xml.slice(end.start)}`
}

export const withNoteSheet = (parts: PackageParts, note: NoteSheet): PackageParts => ({
  workbook: insertBeforeEnd(
    parts.workbook,
    'sheets',
    (prefix) =>
      `<${prefix}sheet xmlns:note="${relations}" name="${asPartText(note.title)}" sheetId="${note.sheetId}" note:id="${note.relationId}"/>`,
  ),
  relations: insertBeforeEnd(
    parts.relations,
    'Relationships',
    (prefix) => `<${prefix}Relationship Id="${note.relationId}" Type="${relations}/worksheet" Target="/${note.name}"/>`,
  ),
  types: insertBeforeEnd(
    parts.types,
    'Types',
    (prefix) => `<${prefix}Override PartName="/${note.name}" ContentType="${sheetType}"/>`,
  ),
})
