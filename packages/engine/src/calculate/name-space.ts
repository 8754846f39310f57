import type { Workbook } from '@deal-canvas/workbook-reader'
import type { NameSpace } from '../formula/parse-formula.ts'

const lower = (text: string): string => text.toLowerCase()

/** Resolves the names in a workbook's formulas. A sheet's own names shadow those of the workbook. */
export const createNameSpace = ({
  sheets,
  names,
  tables,
  externalLinks = [],
}: Pick<Workbook, 'names' | 'tables' | 'externalLinks'> & {
  readonly sheets: readonly { readonly name: string }[]
}): NameSpace => {
  const sheetPlaces = new Map(sheets.map(({ name }, place) => [lower(name), place]))
  const namePlaces = new Map(names.map(({ name, sheet }, place) => [`${sheet ?? ''}!${lower(name)}`, place]))
  const tablePlaces = new Map(tables.map(({ name }, place) => [lower(name), place]))
  const externalPlaces = new Map(
    externalLinks
      .flatMap(({ sheets: others = [] }, book) => others.map(({ name }) => `${book + 1}!${lower(name)}`))
      .map((key, place) => [key, sheets.length + place]),
  )
  return {
    external: (book, sheet) => externalPlaces.get(`${book}!${lower(sheet)}`),
    sheet: (name) => sheetPlaces.get(lower(name)),
    name: (name, sheet) => namePlaces.get(`${sheet}!${lower(name)}`) ?? namePlaces.get(`!${lower(name)}`),
    table: (name) => tablePlaces.get(lower(name)),
    tableAt: (sheet, row, column) => {
      const found = tables.findIndex(
        ({ area }) =>
          area.sheet === sheet && row >= area.top && row <= area.bottom && column >= area.left && column <= area.right,
      )
      return found === -1 ? undefined : found
    },
  }
}
