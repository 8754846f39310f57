import { areaFromText } from './area.ts'
import type { CellPosition } from './cell-reference.ts'
import { parseCell } from './cell-reference.ts'
import { createSharedFormula } from './shared-formula.ts'
import type { Area } from './value.ts'
import type { DataTable } from './workbook.ts'
import { attributeOf, countOf, detached, isTrue, unescapeXml } from './xml-text.ts'

/** What a formula tag and its text contain. */
export interface FoundFormula {
  /** Undefined if it is defined in another cell that has not been read yet. */
  readonly formula: string | undefined
  /** The index of the shared formula to wait for. */
  readonly waitsFor: number | undefined
  readonly array: Area | undefined
}

const prefixes = /_xl(?:fn|ws|udf|op)\./gi

/** Newer functions are stored with a prefix that users never see. */
const plain = (text: string): string => (text.includes('_xl') ? text.replaceAll(prefixes, '') : text)

const dataTableOf = (tag: string, sheet: number): DataTable[] => {
  const area = areaFromText(attributeOf(tag, 'ref') ?? '', sheet)
  if (area === undefined) return []
  const inputCell = parseCell(attributeOf(tag, 'r1') ?? '')
  const two = parseCell(attributeOf(tag, 'r2') ?? '')
  const isTwo = isTrue(attributeOf(tag, 'dt2D'))
  const isRow = isTrue(attributeOf(tag, 'dtr'))
  return [
    {
      area,
      rowInput: isTwo || isRow ? inputCell : undefined,
      columnInput: isTwo ? two : isRow ? undefined : inputCell,
    },
  ]
}

/** Reads the formulas of one sheet: ordinary and shared ones, arrays and data tables. */
export const createSheetFormulas = (sheet: number) => {
  const shared = new Map<number, (at: CellPosition) => string>()
  const dataTables: DataTable[] = []
  return {
    dataTables,
    read: (tag: string, raw: string, at: CellPosition): FoundFormula | undefined => {
      const type = attributeOf(tag, 't')
      if (type === 'dataTable') {
        dataTables.push(...dataTableOf(tag, sheet))
        return undefined
      }
      const text = plain(unescapeXml(raw))
      if (type === 'shared') {
        const number = countOf(attributeOf(tag, 'si')) ?? -1
        if (text !== '') shared.set(number, createSharedFormula(detached(text), at))
        return { formula: shared.get(number)?.(at), waitsFor: number, array: undefined }
      }
      if (text === '') return undefined
      const array = type === 'array' ? areaFromText(attributeOf(tag, 'ref') ?? '', sheet) : undefined
      return { formula: detached(text), waitsFor: undefined, array }
    },
    /** Resolves a shared formula that is defined below the cell that uses it. */
    later: (number: number, at: CellPosition): string | undefined => shared.get(number)?.(at),
  }
}
