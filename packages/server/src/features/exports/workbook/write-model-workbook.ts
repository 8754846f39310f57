import { openZip, type Relationship, relationshipsOf, type Zip } from '@deal-canvas/workbook-reader'
import { exportMessages as messages } from '../../../messages/exports.ts'
import { ExportProblem } from '../export-problem.ts'
import type { WorkbookToWrite } from '../gather/gather-workbook.ts'
import { watermarkLine } from '../render/watermark-line.ts'
import { noteSheet, type PackageParts, withNoteSheet } from './note-sheet.ts'
import { type PartChanges, replaceParts } from './replace-parts.ts'
import { rewriteSheet } from './rewrite-sheet.ts'
import { readSheets, withFullCalculation, withoutRelation, withoutType } from './workbook-parts.ts'
import { partOfText, textOfPart } from './xml-edit.ts'

const partText = (zip: Zip, name: string): string => {
  const pieces: Uint8Array[] = []
  // The bytes are only valid during the call.
  const isThere = zip.read(name, (piece) => pieces.push(piece.slice()))
  if (!isThere) throw new ExportProblem(messages.malformed({ part: name }))
  return textOfPart(Buffer.concat(pieces))
}

const relationsPart = (part: string): string => {
  const at = part.lastIndexOf('/') + 1
  return `${part.slice(0, at)}_rels/${part.slice(at)}.rels`
}

const typesPart = '[Content_Types].xml'

/**
 * Writes values into the input cells of a workbook. Sheets lose the cached values of their formulas and are calculated
 * when the file is opened; all other parts are copied byte by byte. Without values, the workbook is returned as it is.
 */
export const writeModelWorkbook = (asked: WorkbookToWrite): Uint8Array => {
  const { bytes, cells, watermark } = asked
  return cells.length === 0 && watermark === undefined ? bytes : replaceParts(bytes, changedParts(asked))
}

/** The parts of the package that change. Throws if a value cannot be written. */
export const changedParts = ({ bytes, cells, watermark }: WorkbookToWrite): PartChanges => {
  const zip = openZip(bytes)
  const main = relationshipsOf(zip, '').find(({ kind }) => kind === 'officeDocument')?.target ?? 'xl/workbook.xml'
  const relations = relationshipsOf(zip, main)
  const changes = new Map<string, Uint8Array | null>()
  const parts: PackageParts = {
    workbook: partText(zip, main),
    relations: partText(zip, relationsPart(main)),
    types: partText(zip, typesPart),
  }
  let changed = parts
  if (cells.length > 0) {
    const hasLostFormula = rewriteSheets(zip, { main, relations, cells, changes })
    changed = { ...changed, workbook: withFullCalculation(changed.workbook, main) }
    const chain = relations.find(({ kind }) => kind === 'calcChain')
    // Excel repairs a file whose order of calculation names a cell without a formula, and restores a missing order.
    if (hasLostFormula && chain !== undefined) {
      changes.set(chain.target, null)
      changed = {
        ...changed,
        relations: withoutRelation(changed.relations, chain.id),
        types: withoutType(changed.types, chain.target),
      }
    }
  }
  if (watermark !== undefined) {
    const note = noteSheet(zip, main, watermarkLine(watermark))
    changes.set(note.name, partOfText(note.xml))
    changed = withNoteSheet(changed, note)
  }
  const names = { workbook: main, relations: relationsPart(main), types: typesPart }
  for (const key of ['workbook', 'relations', 'types'] as const)
    if (changed[key] !== parts[key]) changes.set(names[key], partOfText(changed[key]))
  return changes
}

/** True: a value replaced a formula. */
const rewriteSheets = (
  zip: Zip,
  {
    main,
    relations,
    cells,
    changes,
  }: {
    main: string
    relations: readonly Relationship[]
    cells: WorkbookToWrite['cells']
    changes: Map<string, Uint8Array | null>
  },
): boolean => {
  const valuesOf = new Map<string, Map<string, number>>()
  for (const { sheet, cell, value } of cells)
    valuesOf.set(sheet, (valuesOf.get(sheet) ?? new Map<string, number>()).set(cell, value))
  let hasLostFormula = false
  for (const { name, relation } of readSheets(zip, main)) {
    const target = relations.find(({ id }) => id === relation)
    if (target?.kind !== 'worksheet') continue
    const before = partText(zip, target.target)
    const after = rewriteSheet(before, valuesOf.get(name) ?? new Map(), { sheet: name, part: target.target })
    valuesOf.delete(name)
    hasLostFormula ||= after.hasLostFormula
    if (after.xml !== before) changes.set(target.target, partOfText(after.xml))
  }
  const [missing] = valuesOf.keys()
  if (missing !== undefined) throw new ExportProblem(messages.sheetMissing({ sheet: missing }))
  return hasLostFormula
}
