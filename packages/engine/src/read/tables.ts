import { strFromU8 } from 'fflate'
import { parseCell } from '../cell-reference.ts'
import type { WorkbookTable } from './workbook.ts'
import { attributesOf, tagsOf } from './xml-scan.ts'
import type { Zip } from './zip.ts'

const decode = (part: Uint8Array | undefined): string => strFromU8(part ?? new Uint8Array())

/** `../tables/table1.xml`, as seen from a sheet's folder. */
const resolve = (from: string, target: string): string => {
  if (target.startsWith('/')) return target.slice(1)
  const folders = from.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') folders.pop()
    else folders.push(step)
  }
  return folders.join('/')
}

const readTable = (xml: string, sheet: number): WorkbookTable | undefined => {
  const [tag = ''] = tagsOf(xml, 'table')
  const attributes = attributesOf(tag)
  const [first = '', last = first] = (attributes.get('ref') ?? '').split(':')
  const [from, to] = [parseCell(first), parseCell(last)]
  const name = attributes.get('displayName') ?? attributes.get('name')
  if (from === undefined || to === undefined || name === undefined) return undefined
  return {
    name,
    area: { sheet, top: from.row, left: from.column, bottom: to.row, right: to.column },
    columns: tagsOf(xml, 'tableColumn').map((column) => attributesOf(column).get('name') ?? ''),
    headerRows: Number(attributes.get('headerRowCount') ?? 1),
    totalsRows: Number(attributes.get('totalsRowCount') ?? 0),
  }
}

/** The tables of all sheets, for structured references such as `Sales[Amount]`. */
export const readTables = (zip: Zip, sheetParts: readonly string[]): WorkbookTable[] =>
  sheetParts.flatMap((part, sheet) => {
    const rels = part.replace(/([^/]+)$/, '_rels/$1.rels')
    return tagsOf(decode(zip.read(rels)), 'Relationship').flatMap((tag): WorkbookTable[] => {
      const attributes = attributesOf(tag)
      if (!(attributes.get('Type') ?? '').endsWith('/table')) return []
      return [readTable(decode(zip.read(resolve(part, attributes.get('Target') ?? ''))), sheet)].flatMap(
        (table) => table ?? [],
      )
    })
  })
