import { createFormulaLinks } from '@deal-canvas/engine'
import type { Book } from '../reading/book.ts'
import { type LinkIndex, linkFlags } from './link-index.ts'

/** The list is in memory as a whole while it is used. No workbook that people review has this many. */
const maxAreas = 2_000_000

/** Finds what all formulas of a workbook read. Cells of each sheet must be sorted by rows. */
export const findLinks = ({ sheets, names = [], tables = [] }: Book): LinkIndex => {
  const linksOf = createFormulaLinks({ sheets, names, tables })
  const formulas = sheets.flatMap(({ cells }, sheet) =>
    cells.flatMap(({ row, column, formula }) => (formula === undefined ? [] : [{ sheet, row, column, formula }])),
  )
  const lists = {
    sheets: Int32Array.from(formulas, ({ sheet }) => sheet),
    rows: Int32Array.from(formulas, ({ row }) => row),
    columns: Int32Array.from(formulas, ({ column }) => column),
    flags: new Int32Array(formulas.length),
    firstAreas: new Int32Array(formulas.length + 1),
  }
  const areas = { areaSheets: [], tops: [], lefts: [], bottoms: [], rights: [] } as Record<
    'areaSheets' | 'tops' | 'lefts' | 'bottoms' | 'rights',
    number[]
  >
  let isComplete = true
  formulas.forEach(({ formula, ...place }, n) => {
    const { areas: found, isMoving, hasUnknown } = linksOf(formula, place)
    lists.flags[n] = (isMoving ? linkFlags.moving : 0) | (hasUnknown ? linkFlags.unknown : 0)
    if (areas.tops.length + found.length > maxAreas) isComplete = false
    else
      for (const { sheet, top, left, bottom, right } of found) {
        areas.areaSheets.push(sheet)
        areas.tops.push(top)
        areas.lefts.push(left)
        areas.bottoms.push(bottom)
        areas.rights.push(right)
      }
    lists.firstAreas[n + 1] = areas.tops.length
  })
  return {
    ...lists,
    areaSheets: Int32Array.from(areas.areaSheets),
    tops: Int32Array.from(areas.tops),
    lefts: Int32Array.from(areas.lefts),
    bottoms: Int32Array.from(areas.bottoms),
    rights: Int32Array.from(areas.rights),
    isComplete,
  }
}

/** Without any link: the workbook has more than can be stored. */
export const noLinks: LinkIndex = {
  sheets: new Int32Array(),
  rows: new Int32Array(),
  columns: new Int32Array(),
  flags: new Int32Array(),
  firstAreas: new Int32Array(1),
  areaSheets: new Int32Array(),
  tops: new Int32Array(),
  lefts: new Int32Array(),
  bottoms: new Int32Array(),
  rights: new Int32Array(),
  isComplete: false,
}
