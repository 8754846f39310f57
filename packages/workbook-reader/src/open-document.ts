import { createCount } from './cell-count.ts'
import { lastColumn, lastRow } from './cell-reference.ts'
import { serialFromIso } from './cell-value.ts'
import { errorFromText, valueError } from './error-value.ts'
import { maxKeptFormulaLength, maxNames, maxSheets, maxTextCharacters, maxTextLength } from './limits.ts'
import { createOpenDocumentStyles } from './open-document-styles.ts'
import { excelFormula, excelReference } from './open-formula.ts'
import { withArrays } from './sheet.ts'
import { createSpans } from './spans.ts'
import { refuseSpreadCells } from './spread-cells.ts'
import { setStraysApart } from './stray-cells.ts'
import { unreadable } from './unreadable.ts'
import { unreadableMessages as messages } from './unreadable-messages.ts'
import type { Scalar } from './value.ts'
import type { DefinedName, Iteration, Workbook, WorkbookCell, WorkbookSheet } from './workbook.ts'
import { scanFile, scanPart, type XmlHandler } from './xml-scanner.ts'
import { attributeOf, countOf, unescapeXml } from './xml-text.ts'
import { openZip } from './zip.ts'

interface OpenSheet {
  name: string
  hidden: boolean
  cells: WorkbookCell[]
  hiddenRows: ReturnType<typeof createSpans>
  hiddenColumns: ReturnType<typeof createSpans>
  filteredRows: ReturnType<typeof createSpans>
  row: number
  column: number
  columnCount: number
}

/** Notes, drawings and tracked changes inside a cell or a sheet are not its text. */
const leftOut = new Set(['annotation', 'frame', 'custom-shape', 'shapes', 'tracked-changes', 'forms', 'dde-links'])

const maxRepeat = lastRow + 1

const repeatOf = (tag: string, attribute: string): number =>
  Math.min(Math.max(countOf(attributeOf(tag, attribute)) ?? 1, 1), maxRepeat)

const durationOf = (text: string): number | null => {
  const [found, hours = 0, minutes = 0, seconds = 0] =
    /^-?PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/.exec(text) ?? []
  return found === undefined ? null : (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) / 86_400
}

const scalarOf = (tag: string, text: string, date1904: boolean): Scalar => {
  const type = attributeOf(tag, 'office:value-type')
  if (attributeOf(tag, 'calcext:value-type') === 'error') return errorFromText(text) ?? valueError
  if (type === undefined) return null
  if (type === 'boolean') return attributeOf(tag, 'office:boolean-value') === 'true'
  if (type === 'date') return serialFromIso(attributeOf(tag, 'office:date-value') ?? '', date1904) ?? null
  if (type === 'time') return durationOf(attributeOf(tag, 'office:time-value') ?? '')
  if (type === 'string') return (attributeOf(tag, 'office:string-value') ?? text).slice(0, maxTextLength)
  const number = Number(attributeOf(tag, 'office:value') ?? Number.NaN)
  return Number.isFinite(number) ? number : null
}

/** Handles the elements of a spreadsheet, in a package or flat. */
const createReader = () => {
  const styles = createOpenDocumentStyles()
  const count = createCount()
  const sheets: OpenSheet[] = []
  const names: { name: string; formula: string; sheet: number | undefined }[] = []
  let sheet: OpenSheet | undefined
  let row: { repeat: number; first: number } | undefined
  let cellTag: string | undefined
  let pieces: string[] = []
  let paragraphs = 0
  let isParagraph = false
  let characters = 0
  let skipped = 0
  let date1904 = false
  let iteration: Iteration | undefined

  const add = (text: string): void => {
    characters += text.length
    if (characters > maxTextCharacters) unreadable('too_large', messages.tooMuchText())
    pieces.push(text)
  }

  const startSheet = (tag: string): void => {
    if (sheets.length >= maxSheets) unreadable('too_many_parts', messages.tooManySheets({ max: maxSheets }))
    sheet = {
      name: attributeOf(tag, 'table:name') ?? '',
      hidden: styles.isHidden(attributeOf(tag, 'table:style-name') ?? ''),
      cells: [],
      hiddenRows: createSpans(),
      hiddenColumns: createSpans(),
      filteredRows: createSpans(),
      row: 0,
      column: 0,
      columnCount: 0,
    }
    sheets.push(sheet)
  }

  const startColumns = (into: OpenSheet, tag: string): void => {
    const repeat = repeatOf(tag, 'table:number-columns-repeated')
    const [first, last] = [into.columnCount, Math.min(into.columnCount + repeat - 1, lastColumn)]
    if ((attributeOf(tag, 'table:visibility') ?? 'visible') !== 'visible' && first <= last)
      into.hiddenColumns.add(first, last)
    into.columnCount += repeat
  }

  const startRow = (into: OpenSheet, tag: string): void => {
    row = { repeat: repeatOf(tag, 'table:number-rows-repeated'), first: into.cells.length }
    into.column = 0
    const visibility = attributeOf(tag, 'table:visibility') ?? 'visible'
    const [first, last] = [into.row, Math.min(into.row + row.repeat - 1, lastRow)]
    if (visibility === 'visible' || first > last) return
    into.hiddenRows.add(first, last)
    if (visibility === 'filter') into.filteredRows.add(first, last)
  }

  /** A row with content that is repeated is stored once per repetition. */
  const endRow = (into: OpenSheet): void => {
    if (row === undefined) return
    const { repeat, first } = row
    const own = into.cells.slice(first)
    for (let n = 1; n < repeat && own.length > 0; n++)
      for (const cell of own) {
        count(cell.formula)
        into.cells.push({ ...cell, row: cell.row + n })
      }
    if (own.length > 0 && into.row + repeat - 1 > lastRow) unreadable('malformed', messages.rowOutside())
    into.row += repeat
    row = undefined
  }

  const endCell = (into: OpenSheet, tag: string): void => {
    const text = unescapeXml(pieces.join(''))
    const given = attributeOf(tag, 'table:formula')
    const formula = given === undefined ? undefined : (excelFormula(given) ?? given).slice(0, maxKeptFormulaLength)
    const value = scalarOf(tag, text, date1904)
    const repeat = repeatOf(tag, 'table:number-columns-repeated')
    const isEmpty = formula === undefined && (value === null || value === '')
    const format = styles.formatOf(attributeOf(tag, 'table:style-name'))
    const matrix = {
      columns: countOf(attributeOf(tag, 'table:number-matrix-columns-spanned')),
      rows: countOf(attributeOf(tag, 'table:number-matrix-rows-spanned')),
    }
    for (let n = 0; n < repeat && !isEmpty; n++) {
      const [at, column] = [into.row, into.column + n]
      if (at > lastRow || column > lastColumn) unreadable('malformed', messages.cellOutside())
      count(formula)
      const bottom = Math.min(at + (matrix.rows ?? 1) - 1, lastRow)
      const right = Math.min(column + (matrix.columns ?? 1) - 1, lastColumn)
      const array =
        matrix.rows === undefined
          ? {}
          : { array: { area: { sheet: sheets.length - 1, top: at, left: column, bottom, right }, dynamic: false } }
      into.cells.push({
        row: at,
        column,
        value,
        ...(formula === undefined ? {} : { formula }),
        ...array,
        ...(format === undefined ? {} : { format }),
      })
    }
    into.column += repeat
  }

  const addName = (name: string, formula: string | undefined): void => {
    if (names.length >= maxNames) unreadable('too_many_parts', messages.tooManyNames({ max: maxNames }))
    if (formula !== undefined) names.push({ name, formula, sheet: sheet === undefined ? undefined : sheets.length - 1 })
  }

  const openInBody = (name: string, tag: string): void => {
    if (name === 'table' && sheet === undefined) startSheet(tag)
    else if (name === 'null-date') date1904 = attributeOf(tag, 'table:date-value')?.startsWith('1904') === true
    else if (name === 'iteration' && attributeOf(tag, 'table:status') === 'enable')
      iteration = {
        rounds: countOf(attributeOf(tag, 'table:steps')) ?? 100,
        change: Number(attributeOf(tag, 'table:maximum-difference') ?? 0.001) || 0.001,
      }
    else if (name === 'named-range')
      addName(attributeOf(tag, 'table:name') ?? '', excelReference(attributeOf(tag, 'table:cell-range-address') ?? ''))
    else if (name === 'named-expression')
      addName(attributeOf(tag, 'table:name') ?? '', excelFormula(attributeOf(tag, 'table:expression') ?? ''))
    else if (sheet === undefined) return
    else if (name === 'table-column') startColumns(sheet, tag)
    else if (name === 'table-row') startRow(sheet, tag)
    else if (name === 'table-cell' || name === 'covered-table-cell') {
      cellTag = tag
      pieces = []
      paragraphs = 0
    } else if (cellTag === undefined) return
    else if (name === 'p') {
      isParagraph = true
      if (paragraphs++ > 0) add('\n')
    } else if (name === 's') add(' '.repeat(Math.min(countOf(attributeOf(tag, 'text:c')) ?? 1, 100)))
    else if (name === 'tab') add('\t')
    else if (name === 'line-break') add('\n')
  }

  const handler: XmlHandler = {
    open: (name, tag) => {
      if (leftOut.has(name)) skipped += 1
      if (skipped > 0) return
      styles.open(name, tag)
      openInBody(name, tag)
    },
    close: (name) => {
      if (leftOut.has(name)) skipped -= 1
      if (skipped > 0) return
      styles.close(name)
      if (name === 'p') isParagraph = false
      if (sheet === undefined) return
      if ((name === 'table-cell' || name === 'covered-table-cell') && cellTag !== undefined) {
        endCell(sheet, cellTag)
        cellTag = undefined
      } else if (name === 'table-row') endRow(sheet)
      else if (name === 'table') sheet = undefined
    },
    text: (piece) => {
      if (skipped > 0) return
      styles.text(piece)
      if (cellTag !== undefined && isParagraph) add(piece)
    },
  }

  const finish = (): Workbook => {
    if (sheets.length === 0) unreadable('malformed', messages.noSheets())
    const read: WorkbookSheet[] = sheets.map(({ name, hidden, cells, hiddenRows, hiddenColumns, filteredRows }) => ({
      name,
      hidden,
      cells: withArrays(cells),
      dataTables: [],
      hiddenRows: hiddenRows.all(),
      hiddenColumns: hiddenColumns.all(),
      filteredRows: filteredRows.all(),
    }))
    const whole = setStraysApart(read, [])
    refuseSpreadCells(whole, [])
    const defined: DefinedName[] = names
    return { sheets: whole, names: defined, tables: [], date1904, iteration }
  }
  return { handler, finish }
}

/** Reads a spreadsheet of LibreOffice and others: .ods, or .fods without a package. */
export const readOpenDocument = (bytes: Uint8Array, format: 'ods' | 'fods'): Workbook => {
  const { handler, finish } = createReader()
  if (format === 'fods') {
    scanFile(bytes, handler)
    return finish()
  }
  const zip = openZip(bytes)
  // Styles that are shared by all sheets are in a part of their own.
  scanPart(zip, 'styles.xml', handler)
  if (!scanPart(zip, 'content.xml', handler)) unreadable('not_a_workbook', messages.notAWorkbook())
  return finish()
}
