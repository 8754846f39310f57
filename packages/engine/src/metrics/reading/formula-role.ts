import { formatCell, parseCell, type Workbook, type WorkbookCell } from '@deal-canvas/workbook-reader'
import type { Candidate } from './candidates.ts'
import { sheetRole } from './sheet-role.ts'

/** A formula that only repeats another cell. */
const link = /^=?\+?(?:(?:'((?:[^']|'')+)'|([A-Za-z0-9_.]+))!)?(\$?[A-Z]{1,3}\$?\d{1,7})$/
const maxLinks = 8

const placeOf = (sheet: string, cell: string): string => `${cell} ${sheet}`

/** What the formulas of a workbook say about its cells. */
export interface FormulaRoles {
  /** The formula behind a cell, through cells that only repeat it; undefined if it is typed. */
  readonly originOf: (sheet: string, cell: string) => { formula: string | undefined; place: string }
  /** Whether a summary sheet repeats the cell. */
  readonly isOnSummary: (sheet: string, cell: string) => boolean
  /** Whether the next formula below deducts a cell by adding it, so that the cell is negative. */
  readonly isAddedBelow: (sheet: string, cell: WorkbookCell) => boolean
}

const linkedPlace = (formula: string, sheet: string): string | undefined => {
  const [, quoted, plain, reference] = link.exec(formula.trim()) ?? []
  const place = reference === undefined ? undefined : parseCell(reference)
  return place === undefined ? undefined : placeOf(quoted?.replaceAll("''", "'") ?? plain ?? sheet, formatCell(place))
}

/** A cell of the same sheet in a formula. */
const reference = /(?<![A-Z!.])[A-Z]{1,3}\d{1,7}(?![\d(])/g

/** The number of rows below a cell in which its sum is searched. */
const nearRows = 4

export const formulaRoles = ({ sheets }: Workbook): FormulaRoles => {
  const formulas = new Map<string, string>()
  const onSummary = new Set<string>()
  for (const { name, cells } of sheets) {
    const isSummary = sheetRole(name) === 'summary'
    for (const cell of cells) {
      if (cell.formula === undefined) continue
      formulas.set(placeOf(name, formatCell(cell)), cell.formula)
      const linked = isSummary ? linkedPlace(cell.formula, name) : undefined
      if (linked !== undefined) onSummary.add(linked)
    }
  }
  return {
    originOf: (sheet, cell) => {
      let place = placeOf(sheet, cell)
      for (let n = 0; n < maxLinks; n++) {
        const formula = formulas.get(place)
        const next = formula === undefined ? undefined : linkedPlace(formula, place.slice(place.indexOf(' ') + 1))
        if (next === undefined || next === place) break
        place = next
      }
      return { formula: formulas.get(place), place }
    },
    isOnSummary: (sheet, cell) => onSummary.has(placeOf(sheet, cell)),
    isAddedBelow: (sheet, { row, column }) => {
      const own = formatCell({ row, column })
      for (let below = row + 1; below <= row + nearRows; below++) {
        const formula = formulas.get(placeOf(sheet, formatCell({ row: below, column })))?.replaceAll('$', '')
        if (formula === undefined) continue
        const [, top, bottom] = /^=?SUM\(([A-Z]{1,3}\d{1,7}):([A-Z]{1,3}\d{1,7})\)/i.exec(formula) ?? []
        const [from, to] = [parseCell(top ?? ''), parseCell(bottom ?? '')]
        if (from !== undefined && to !== undefined) return from.row <= row && to.row >= row
        const used = [...formula.matchAll(reference)].find(([text]) => text === own)
        if (used !== undefined) return formula[used.index - 1] !== '-'
      }
      return false
    },
  }
}

const isRate = /irr_pct$/
const totals = new Set([
  'total_operating_expenses',
  'effective_gross_income',
  'total_uses',
  'total_sources',
  'total_project_cost',
])

/** Adds evidence from a candidate's formula, for or against its metric. */
export const tellOfFormulas = (
  groups: ReadonlyMap<Candidate['kind'], readonly Candidate[]>,
  { originOf, isOnSummary }: FormulaRoles,
): void => {
  for (const [{ key }, group] of groups)
    for (const { sheet, cell, evidence } of group) {
      const { formula } = originOf(sheet, cell)
      if (formula !== undefined && isRate.test(key))
        evidence.set(/\bX?IRR\(/i.test(formula) ? 'rate_of_cash_flows' : 'other_rate', 1)
      if (formula !== undefined && totals.has(key) && /\bSUM\(|\+/i.test(formula)) evidence.set('sum', 1)
      if (isOnSummary(sheet, cell)) evidence.set('shown_on_summary', 1)
    }
}
