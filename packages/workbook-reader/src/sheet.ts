import { areaFromText, cellsOf } from './area.ts'
import { type CellPosition, lastColumn, lastRow, parseCell } from './cell-reference.ts'
import { cellValue, type ValueSources } from './cell-value.ts'
import { isCriterion } from './filter-criteria.ts'
import { maxKeptFormulaLength, maxSlots, maxTextLength } from './limits.ts'
import { createSheetFormulas, type FoundFormula } from './sheet-formulas.ts'
import { createSpans } from './spans.ts'
import { createTextCollector } from './text-collector.ts'
import { unreadable } from './unreadable.ts'
import { unreadableMessages as messages } from './unreadable-messages.ts'
import type { Area } from './value.ts'
import type { WorkbookCell, WorkbookSheet } from './workbook.ts'
import { scanPart } from './xml-scanner.ts'
import { attributeOf, countOf, isTrue } from './xml-text.ts'
import type { Zip } from './zip.ts'

/** The context for reading a sheet, and the counters it adds to. */
export interface SheetSources extends ValueSources {
  readonly formats: readonly (string | undefined)[]
  /** Called for each stored cell, with the length of its formula. */
  count(formula: string | undefined): void
}

type SheetContents = Omit<WorkbookSheet, 'name' | 'hidden'>
type Draft = { -readonly [Key in keyof WorkbookCell]: WorkbookCell[Key] }

const refuseCell = (): never => unreadable('malformed', messages.cellOutside())

/** In row order from left to right; of a cell that is written twice, the last one. */
const inOrder = (cells: WorkbookCell[]): WorkbookCell[] => {
  const follows = (a: WorkbookCell | undefined, b: WorkbookCell): boolean =>
    a === undefined || b.row > a.row || (b.row === a.row && b.column > a.column)
  if (cells.every((cell, place) => follows(cells[place - 1], cell))) return cells
  const sorted = cells.toSorted((a, b) => a.row - b.row || a.column - b.column)
  return sorted.filter((cell, place) => {
    const next = sorted[place + 1]
    return next === undefined || next.row !== cell.row || next.column !== cell.column
  })
}

/** The other cells of an array formula have no formula of their own. */
export const withArrays = (cells: WorkbookCell[]): WorkbookCell[] => {
  const owners = new Map<number, Area>()
  let slots = 0
  for (const { array } of cells) {
    if (array === undefined || cellsOf(array.area) === 1) continue
    slots += cellsOf(array.area)
    if (slots > maxSlots) unreadable('too_many_cells', messages.arrayFormulasTooLarge())
    for (let row = array.area.top; row <= array.area.bottom; row++)
      for (let column = array.area.left; column <= array.area.right; column++)
        owners.set(row * (lastColumn + 1) + column, array.area)
  }
  if (owners.size === 0) return cells
  return cells.map((cell) => {
    const owner = owners.get(cell.row * (lastColumn + 1) + cell.column)
    if (owner === undefined || (owner.top === cell.row && owner.left === cell.column)) return cell
    const { formula: _, array: __, ...rest } = cell
    return { ...rest, fromArray: true }
  })
}

/** Reads the cells of a sheet, and which of its rows and columns are hidden. */
export const readSheet = (zip: Zip, part: string, sheet: number, sources: SheetSources): SheetContents => {
  const formulas = createSheetFormulas(sheet)
  const cells: WorkbookCell[] = []
  const waiting: { place: number; number: number }[] = []
  const [hiddenRows, hiddenColumns, filteredRows] = [createSpans(), createSpans(), createSpans()]
  const formulaText = createTextCollector(8 * maxKeptFormulaLength)
  const valueText = createTextCollector(8 * maxTextLength)
  let [isInData, isPronounced] = [false, false]
  let taking: 'formula' | 'value' | undefined
  let [row, column] = [-1, -1]
  let [tag, formulaTag, hasValue] = ['', undefined as string | undefined, false]
  let filter: Area | undefined
  let isInView = false

  const startRow = (rowTag: string): void => {
    const given = attributeOf(rowTag, 'r')
    row = given === undefined ? row + 1 : (countOf(given) ?? 0) - 1
    if (row < 0 || row > lastRow) unreadable('malformed', messages.rowOutside())
    column = -1
    if (isTrue(attributeOf(rowTag, 'hidden'))) hiddenRows.add(row, row)
  }

  const startCell = (cellTag: string): void => {
    tag = cellTag
    formulaTag = undefined
    hasValue = false
    valueText.start()
    const given = attributeOf(cellTag, 'r')
    const at = given === undefined ? { row, column: column + 1 } : parseCell(given)
    const known = at === undefined || at.row < 0 || at.column > lastColumn ? refuseCell() : at
    row = known.row
    column = known.column
  }

  const keep = (at: CellPosition, found: FoundFormula | undefined): void => {
    const value = cellValue(
      attributeOf(tag, 't'),
      hasValue ? valueText.take() : undefined,
      countOf(attributeOf(tag, 'vm')),
      sources,
    )
    // Cells with only a style carry no data.
    if (found === undefined && value === null) return
    const { formula, waitsFor, array } = found ?? {}
    const format = sources.formats[countOf(attributeOf(tag, 's')) ?? -1]
    if (formula === undefined && waitsFor !== undefined) waiting.push({ place: cells.length, number: waitsFor })
    sources.count(formula)
    const cell: Draft = { row: at.row, column: at.column, value }
    if (formula !== undefined) cell.formula = formula
    if (array !== undefined)
      cell.array = { area: array, dynamic: sources.metadata.isDynamicArray(countOf(attributeOf(tag, 'cm')) ?? 0) }
    if (format !== undefined) cell.format = format
    cells.push(cell)
  }

  const openInData = (name: string, opened: string): void => {
    if (name === 'row') startRow(opened)
    else if (name === 'c') startCell(opened)
    else if (name === 'f') {
      formulaTag = opened
      formulaText.start()
      taking = 'formula'
    } else if (name === 'v' || (name === 't' && !isPronounced)) {
      hasValue = true
      taking = 'value'
    } else if (name === 'rPh') isPronounced = true
  }

  const openOutside = (name: string, opened: string): void => {
    if (name === 'sheetData') isInData = true
    else if (name === 'col' && isTrue(attributeOf(opened, 'hidden'))) {
      const [first, last] = [countOf(attributeOf(opened, 'min')) ?? 0, countOf(attributeOf(opened, 'max')) ?? 0]
      if (first >= 1 && last >= first) hiddenColumns.add(first - 1, Math.min(last - 1, lastColumn))
    } else if (name === 'customSheetViews') isInView = true
    // A saved custom view contains its own filter, which is not the active one.
    else if (isInView) return
    else if (name === 'autoFilter') filter = areaFromText(attributeOf(opened, 'ref') ?? '', sheet)
    else if (isCriterion(name) && filter !== undefined) filteredRows.add(filter.top + 1, filter.bottom)
  }

  scanPart(zip, part, {
    open: (name, opened) => (isInData ? openInData(name, opened) : openOutside(name, opened)),
    close: (name) => {
      if (name === 'customSheetViews') isInView = false
      if (!isInData) return
      if (name === 'f' || name === 'v' || name === 't') taking = undefined
      else if (name === 'rPh') isPronounced = false
      else if (name === 'sheetData') isInData = false
      else if (name === 'c') {
        const at = { row, column }
        keep(at, formulaTag === undefined ? undefined : formulas.read(formulaTag, formulaText.take(), at))
      }
    },
    text: (piece) => {
      if (taking === 'formula') formulaText.add(piece)
      else if (taking === 'value') valueText.add(piece)
    },
  })
  for (const { place, number } of waiting) {
    const cell = cells[place]
    const formula = cell && formulas.later(number, cell)
    if (cell === undefined || formula === undefined) continue
    sources.count(formula)
    cells[place] = { ...cell, formula }
  }
  return {
    cells: withArrays(inOrder(cells)),
    dataTables: formulas.dataTables,
    hiddenRows: hiddenRows.all(),
    hiddenColumns: hiddenColumns.all(),
    filteredRows: filteredRows.all(),
  }
}
