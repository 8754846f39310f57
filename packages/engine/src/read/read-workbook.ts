import { read as readSheets } from '@e965/xlsx'
import { strFromU8 } from 'fflate'
import { parseCell } from '../cell-reference.ts'
import type { Area, Scalar } from '../value/value.ts'
import { readDataTables } from './data-tables.ts'
import { errorByExcelCode } from './error-codes.ts'
import { readTables } from './tables.ts'
import { unreadable } from './unreadable.ts'
import type { DefinedName, Iteration, Workbook, WorkbookCell, WorkbookSheet } from './workbook.ts'
import { attributesOf, tagsOf } from './xml-scan.ts'
import { judgeParts, openZip, type Zip } from './zip.ts'

interface RawCell {
  t?: string
  v?: unknown
  f?: string
  F?: string
  D?: boolean
  z?: string
}

/** More cells than this are no model that anybody reviews, and would not fit into memory. */
const mostCells = 3_000_000

/** Cells that are only coloured say nothing. */
const holdsSomething = ({ f, F, v, t }: RawCell): boolean =>
  f !== undefined || F !== undefined || (v !== undefined && t !== 'z')

const scalarOf = ({ t, v }: RawCell): Scalar => {
  if (v === undefined || v === null || t === 'z') return null
  if (t === 'e') return errorByExcelCode(Number(v))
  if (t === 'b') return Boolean(v)
  if (t === 'n') return Number(v)
  return String(v)
}

const areaOf = (text: string, sheet: number): Area | undefined => {
  const [first = '', last = first] = text.split(':')
  const [from, to] = [parseCell(first), parseCell(last)]
  if (from === undefined || to === undefined) return undefined
  return { sheet, top: from.row, left: from.column, bottom: to.row, right: to.column }
}

const readCell = (raw: RawCell, row: number, column: number, sheet: number): WorkbookCell => {
  const area = raw.F === undefined ? undefined : areaOf(raw.F, sheet)
  const isFirst = area !== undefined && area.top === row && area.left === column
  return {
    row,
    column,
    value: scalarOf(raw),
    ...(raw.f === undefined || (area !== undefined && !isFirst) ? {} : { formula: raw.f }),
    ...(isFirst && raw.f !== undefined ? { array: { area, dynamic: raw.D === true } } : {}),
    ...(area !== undefined && !isFirst ? { fromArray: true } : {}),
    ...(raw.z === undefined || raw.z === 'General' ? {} : { format: raw.z }),
  }
}

const text = (zip: Zip, name: string): string => strFromU8(zip.read(name) ?? new Uint8Array())

const readIteration = (zip: Zip): Iteration | undefined => {
  const [tag = ''] = tagsOf(text(zip, 'xl/workbook.xml'), 'calcPr')
  const attributes = attributesOf(tag)
  if (!['1', 'true'].includes(attributes.get('iterate') ?? '')) return undefined
  return {
    rounds: Math.min(Number(attributes.get('iterateCount') ?? 100), 32_767),
    change: Number(attributes.get('iterateDelta') ?? 0.001),
  }
}

/**
 * Reads a workbook (.xlsx, .xlsm). The package is judged before any reader sees it; what cannot be read ends in an
 * UnreadableWorkbook that says why. To be run where it can be given up: a large file takes a second.
 */
export const readWorkbook = (bytes: Uint8Array): Workbook => {
  const zip = openZip(bytes)
  judgeParts(zip)
  const book = open(bytes)
  let cells = 0
  const sheets = book.SheetNames.map((name: string, sheet: number): WorkbookSheet => {
    const data = (book.Sheets[name] as { '!data'?: (RawCell[] | undefined)[] } | undefined)?.['!data'] ?? []
    const found: WorkbookCell[] = []
    for (const [row, line] of data.entries()) {
      for (const [column, raw] of line?.entries() ?? []) {
        if (raw === undefined || !holdsSomething(raw)) continue
        if (++cells > mostCells) unreadable('too_many_cells', `The workbook has more than ${mostCells} cells`)
        found.push(readCell(raw, row, column, sheet))
      }
    }
    const hidden = (book.Workbook?.Sheets?.[sheet]?.Hidden ?? 0) !== 0
    return { name, hidden, cells: found, dataTables: [] }
  })
  const names = (book.Workbook?.Names ?? []).map(
    ({ Name, Sheet, Ref }): DefinedName => ({ name: Name, sheet: Sheet ?? undefined, formula: Ref }),
  )
  const parts = partsOfSheets(
    zip,
    sheets.map(({ name }) => name),
  )
  return {
    sheets: sheets.map((sheet, place) => ({
      ...sheet,
      dataTables: readDataTables(text(zip, parts[place] ?? ''), place),
    })),
    names,
    tables: readTables(zip, parts),
    date1904: book.Workbook?.WBProps?.date1904 === true,
    iteration: readIteration(zip),
  }
}

const open = (bytes: Uint8Array) => {
  try {
    return readSheets(bytes, {
      type: 'array',
      dense: true,
      sheetStubs: true,
      cellFormula: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      cellDates: false,
    })
  } catch (error) {
    if (/password/i.test(String(error))) unreadable('encrypted', 'The file is protected by a password')
    return unreadable('malformed', 'The workbook is damaged and cannot be read')
  }
}

/** The part of each sheet, in the order of the sheets. */
const partsOfSheets = (zip: Zip, names: readonly string[]): string[] => {
  const targets = new Map(
    tagsOf(text(zip, 'xl/_rels/workbook.xml.rels'), 'Relationship').map((tag) => {
      const attributes = attributesOf(tag)
      return [attributes.get('Id') ?? '', attributes.get('Target') ?? ''] as const
    }),
  )
  const parts = new Map(
    tagsOf(text(zip, 'xl/workbook.xml'), 'sheet').map((tag) => {
      const attributes = attributesOf(tag)
      const id = [...attributes].find(([name]) => name === 'id' || name.endsWith(':id'))?.[1] ?? ''
      const target = targets.get(id) ?? ''
      return [attributes.get('name') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`] as const
    }),
  )
  return names.map((name) => parts.get(name) ?? '')
}
