import { type Calculator, createMetricNames, type MetricMatch, parseCell } from '@deal-canvas/engine'

const longest = 400
/** One cell, or cells beside each other in one row; with the name of a sheet before it or not. */
const reference =
  /(?:'((?:[^']|'')+)'!|([A-Za-z_][\w.]*)!)?\$?([A-Z]{1,3})\$?(\d+)(?::\$?([A-Z]{1,3})\$?(\d+))?(?![\w(!])/g
/** What else may stand in a formula that is told in words. */
const simple = /^(?:[\s\d.,+\-*/^()%]|\b[A-Z]{2,10}\()*$/
const maxReferences = 8
/** How far to the left of a number its label may stand. */
const farthest = 12

/** Says what formulas compute, in the labels of the cells that they look at. */
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

  /** In words where all that it names has a label and it is short; otherwise as the workbook has it. */
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

/** Signs with room around them; labels are no part of it, which may have hyphens of their own. */
const spaced = (between: string): string => between.replaceAll(/[*/+-]/g, (sign) => ` ${signs.get(sign) ?? sign} `)
