import type { CellPosition } from '../cell-reference.ts'
import { parseCell } from '../cell-reference.ts'
import type { Area } from '../value/value.ts'
import { areaFromText } from './area.ts'
import { createSharedFormula } from './shared-formula.ts'
import type { DataTable } from './workbook.ts'
import { attributeOf, countOf, detached, isTrue, unescapeXml } from './xml-text.ts'

/** What the tag of a formula and its text say. */
export interface FoundFormula {
  /** Undefined: it is written in another cell, which is not read yet. */
  readonly formula: string | undefined
  /** The shared formula that is waited for. */
  readonly waitsFor: number | undefined
  readonly array: Area | undefined
}

const prefixes = /_xl(?:fn|ws|udf|op)\./gi

/** Functions that came later are spelt with a prefix, which says nothing to people. */
const plain = (text: string): string => (text.includes('_xl') ? text.replaceAll(prefixes, '') : text)

const dataTableOf = (tag: string, sheet: number): DataTable[] => {
  const area = areaFromText(attributeOf(tag, 'ref') ?? '', sheet)
  if (area === undefined) return []
  const one = parseCell(attributeOf(tag, 'r1') ?? '')
  const two = parseCell(attributeOf(tag, 'r2') ?? '')
  const isTwo = isTrue(attributeOf(tag, 'dt2D'))
  const isRow = isTrue(attributeOf(tag, 'dtr'))
  return [{ area, rowInput: isTwo || isRow ? one : undefined, columnInput: isTwo ? two : isRow ? undefined : one }]
}

/** Reads the formulas of one sheet: its own, those that are written once for many cells, arrays and what-if tables. */
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
    /** A shared formula that was written below the cell that uses it. */
    later: (number: number, at: CellPosition): string | undefined => shared.get(number)?.(at),
  }
}
