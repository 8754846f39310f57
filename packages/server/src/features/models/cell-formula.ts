import { type Calculator, createMetricNames, type MetricMatch, parseCell } from '@deal-canvas/engine'

const longest = 400
/** A cell, or a range of cells within one row, with or without a sheet name. */
const reference =
  /(?:'((?:[^']|'')+)'!|([A-Za-z_][\w.]*)!)?\$?([A-Z]{1,3})\$?(\d+)(?::\$?([A-Z]{1,3})\$?(\d+))?(?![\w(!])/g
/** What else a formula can contain and still be shown with labels. */
const simple = /^(?:[\s\d.,+\-*/^()%]|\b[A-Z]{2,10}\()*$/
const maxReferences = 8
/** Maximum number of columns to search to the left of a number for its label. */
const farthest = 12

/** Describes formulas with the labels of the cells they refer to. */
export const createCellFormulas = (
  { model: { workbook, grid } }: Pick<Calculator, 'model'>,
  matches: readonly MetricMatch[],
) => {
  const sheetAt = (name: string): number => workbook.sheets.findIndex((sheet) => sheet.name === name)
  const metricName = createMetricNames(matches)
  const metricAt = new Map(
    matches.map(({ sheet, row, column, metricKey }) => [grid.idOf(sheetAt(sheet), row, column), metricKey]),
  )

  const labelOf = (sheet: number, row: number, column: number): string | undefined => {
    const key = metricAt.get(grid.idOf(sheet, row, column))
    if (key !== undefined) return metricName(key)
    for (let left = column - 1; left >= 0 && left >= column - farthest; left--) {
      const held = grid.get(grid.idOf(sheet, row, left))
      if (typeof held === 'string' && /\p{L}/u.test(held)) return held.replaceAll(/\s+/g, ' ').trim().slice(0, 60)
    }
    return undefined
  }

  /** Uses labels if the formula is short and every reference has a label; otherwise returns the formula as written. */
  return (sheet: number, formula: string): string => {
    const asWritten = `=${formula}`.slice(0, longest)
    if (formula.length > longest) return asWritten
    const named = [...formula.matchAll(reference)]
    const words: string[] = []
    let from = 0
    for (const match of named) {
      const [whole, quoted, plain, letters = '', digits = '', , lastDigits] = match
      const name = quoted?.replaceAll("''", "'") ?? plain
      const at = name === undefined ? sheet : sheetAt(name)
      const place = parseCell(`${letters}${digits}`)
      const isOneRow = lastDigits === undefined || lastDigits === digits
      const label = place === undefined || at === -1 || !isOneRow ? undefined : labelOf(at, place.row, place.column)
      const between = formula.slice(from, match.index)
      if (label === undefined || !simple.test(between)) return asWritten
      words.push(spaced(between), label)
      from = match.index + whole.length
    }
    const rest = formula.slice(from)
    if (named.length === 0 || named.length > maxReferences || !simple.test(rest)) return asWritten
    return [...words, spaced(rest)].join('').replaceAll(/\s+/g, ' ').trim().slice(0, longest)
  }
}

const signs = new Map([
  ['*', '×'],
  ['-', '−'],
])

/** Puts spaces around operators. Not applied to labels, which can contain hyphens. */
const spaced = (between: string): string => between.replaceAll(/[*/+-]/g, (sign) => ` ${signs.get(sign) ?? sign} `)
