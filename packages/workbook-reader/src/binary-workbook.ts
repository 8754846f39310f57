import { type CellObject, read, utils, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { zipSync } from 'fflate'
import { areaFromText } from './area.ts'
import { createCount } from './cell-count.ts'
import { lastColumn, lastRow } from './cell-reference.ts'
import { isCompoundFile, streamNames } from './compound-file.ts'
import { type ErrorName, errorValue, valueError } from './error-value.ts'
import { maxKeptFormulaLength, maxNames, maxSheets, maxTextLength } from './limits.ts'
import { withArrays } from './sheet.ts'
import { refuseSpreadCells } from './spread-cells.ts'
import { setStraysApart } from './stray-cells.ts'
import { unreadable } from './unreadable.ts'
import { unreadableMessages as messages } from './unreadable-messages.ts'
import type { Scalar } from './value.ts'
import type { DefinedName, Workbook, WorkbookCell, WorkbookSheet } from './workbook.ts'
import { openZip } from './zip.ts'

/** All parts of a binary workbook together, inflated. */
const maxPartBytes = 128 * 1024 * 1024

/**
 * A package with the same parts, not compressed: the library inflates whatever a part claims to be, so each part is
 * inflated here first, never beyond its declared size.
 */
const inflated = (bytes: Uint8Array): Uint8Array => {
  const zip = openZip(bytes)
  const names = zip.names().filter((name) => /\.(bin|xml|rels)$/i.test(name) && !/vbaProject/i.test(name))
  if (names.reduce((sum, name) => sum + zip.sizeOf(name), 0) > maxPartBytes)
    unreadable('too_large', messages.tooLarge())
  const parts = names.map((name) => {
    const whole = new Uint8Array(zip.sizeOf(name))
    let at = 0
    zip.read(name, (piece) => {
      whole.set(piece, at)
      at += piece.length
    })
    return [name, whole] as const
  })
  return zipSync(Object.fromEntries(parts), { level: 0 })
}

/** Errors of the library are plain errors with a message. */
const readByLibrary = (bytes: Uint8Array): WorkBook => {
  try {
    return read(bytes, {
      type: 'array',
      cellFormula: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      cellDates: false,
      bookVBA: false,
      dense: true,
    })
  } catch (error) {
    if (error instanceof Error && /password|encrypt/i.test(error.message))
      return unreadable('encrypted', messages.password())
    return unreadable('malformed', messages.binaryDamaged())
  }
}

const errorNames: Record<number, ErrorName> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
}

const scalarOf = ({ t, v }: CellObject): Scalar => {
  if (t === 'n') return typeof v === 'number' && Number.isFinite(v) ? v : null
  if (t === 'b') return Boolean(v)
  if (t === 's') return typeof v === 'string' ? v.slice(0, maxTextLength) : null
  if (t !== 'e') return null
  const name = typeof v === 'number' ? errorNames[v] : undefined
  return name === undefined ? valueError : errorValue(name)
}

const cellOf = (given: CellObject, row: number, column: number, sheet: number): WorkbookCell | undefined => {
  const value = scalarOf(given)
  const formula = given.f?.slice(0, maxKeptFormulaLength)
  if (value === null && formula === undefined) return undefined
  const area = given.F === undefined ? undefined : areaFromText(given.F, sheet)
  const isFirst = area !== undefined && area.top === row && area.left === column
  return {
    row,
    column,
    value,
    ...(formula === undefined ? {} : { formula }),
    ...(isFirst ? { array: { area, dynamic: given.D === true } } : {}),
    ...(typeof given.z === 'string' && given.z !== 'General' ? { format: given.z } : {}),
  }
}

const cellsOf = (given: WorkSheet, sheet: number, count: ReturnType<typeof createCount>): WorkbookCell[] => {
  const rows: readonly (readonly (CellObject | undefined)[] | undefined)[] = given['!data'] ?? []
  const cells: WorkbookCell[] = []
  rows.forEach((row, at) => {
    row?.forEach((content, column) => {
      const cell = content === undefined ? undefined : cellOf(content, at, column, sheet)
      if (cell === undefined) return
      if (at > lastRow || column > lastColumn) unreadable('malformed', messages.cellOutside())
      count(cell.formula)
      cells.push(cell)
    })
  })
  return withArrays(cells)
}

const spansOf = (given: readonly ({ hidden?: boolean } | undefined)[] | undefined) =>
  (given ?? []).flatMap((entry, place) => (entry?.hidden === true ? [{ first: place, last: place }] : []))

/** Reads a workbook in the format before Excel 2007 (.xls) or in the binary one (.xlsb). */
export const readBinaryWorkbook = (bytes: Uint8Array, format: 'xls' | 'xlsb'): Workbook => {
  if (isCompoundFile(bytes)) {
    const streams = streamNames(bytes)
    if (streams.has('encryptedpackage')) unreadable('encrypted', messages.password())
    if (!streams.has('workbook') && !streams.has('book')) unreadable('not_a_workbook', messages.notAWorkbook())
  }
  const book = readByLibrary(format === 'xlsb' ? inflated(bytes) : bytes)
  if (book.SheetNames.length === 0) unreadable('malformed', messages.noSheets())
  if (book.SheetNames.length > maxSheets) unreadable('too_many_parts', messages.tooManySheets({ max: maxSheets }))
  const count = createCount()
  const sheets: WorkbookSheet[] = book.SheetNames.map((name, place) => {
    const given = book.Sheets[name] ?? utils.aoa_to_sheet([])
    return {
      name,
      hidden: (book.Workbook?.Sheets?.[place]?.Hidden ?? 0) !== 0,
      cells: cellsOf(given, place, count),
      dataTables: [],
      hiddenRows: spansOf(given['!rows']),
      hiddenColumns: spansOf(given['!cols']),
    }
  })
  const names: DefinedName[] = (book.Workbook?.Names ?? [])
    .slice(0, maxNames)
    .flatMap(({ Name, Ref, Sheet }) =>
      typeof Ref === 'string' && Ref !== ''
        ? [{ name: Name, sheet: Sheet ?? undefined, formula: Ref.replace(/^=/, '') }]
        : [],
    )
  const whole = setStraysApart(sheets, [])
  refuseSpreadCells(whole, [])
  return {
    sheets: whole,
    names,
    tables: [],
    date1904: book.Workbook?.WBProps?.date1904 === true,
    iteration: undefined,
  }
}
