import { findingMessages as messages } from '../messages/findings.ts'
import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import type { Inspection } from './inspection.ts'
import { areaOfPlace, groupBy, rectangles } from './rectangles.ts'
import { directionOf, isPlainSum, type Total, totalsOf } from './sums.ts'
import { formatNumber, formatValue } from './wording.ts'

const differ = (a: number, b: number): boolean =>
  Math.abs(a - b) > Math.max(0.01, 1e-6 * Math.max(Math.abs(a), Math.abs(b)))

/** Sums whose cached value differs from the sum of their parts. */
const wrongSums = ({ check, nameCells }: Inspection): Slip[] => {
  const wrong = check.disagreeing.filter(
    ({ formula, got, expected }) =>
      isPlainSum(formula.expression) &&
      typeof expected === 'number' &&
      !(typeof got === 'number' && Math.abs(got - expected) <= 1e-6 * Math.max(Math.abs(got), Math.abs(expected))),
  )
  return [...groupBy(wrong, ({ formula: { place } }) => `${place.sheet} ${place.row}`).values()].map((group): Slip => {
    const [computed, stored] = [formatValue(group[0]?.got ?? null), formatValue(group[0]?.expected ?? null)]
    const places = group.map(({ formula }) => formula.place)
    return {
      check: 'total_mismatch',
      message: messages.totalDiffers({ cells: nameCells(places), stored, computed }),
      areas: rectangles(places),
    }
  })
}

/** The corner of a table: its row totals and column totals must have the same sum. */
const crossFooting = ({ formulaAt, valueAt, nameOf }: Inspection, total: Total): Slip[] => {
  const [area, another] = total.areas
  if (area === undefined || another !== undefined || directionOf(total, area) !== 'down') return []
  const { sheet, row, column } = total.formula.place
  if (row !== area.bottom + 1) return []
  const beside = formulaAt(sheet, row, column - 1)
  const across = formulaAt(sheet, area.bottom, column)
  if (beside?.expression !== total.formula.expression || across === undefined) return []
  const [rowTotal] = totalsOf([across])
  const rowArea = rowTotal?.areas[0]
  if (rowTotal === undefined || rowArea === undefined || directionOf(rowTotal, rowArea) !== 'along') return []
  if (rowArea.right !== column - 1) return []
  let sum = 0
  for (let at = rowArea.left; at <= rowArea.right; at++) {
    if (formulaAt(sheet, row, at)?.expression !== total.formula.expression) return []
    const value = valueAt(sheet, row, at)
    if (typeof value === 'number') sum += value
  }
  const corner = valueAt(sheet, row, column)
  if (typeof corner !== 'number' || !differ(corner, sum)) return []
  return [
    {
      check: 'total_mismatch',
      message: messages.crossFooting({
        rows: formatNumber(corner),
        cell: nameOf(total.formula.place),
        columns: formatNumber(sum),
      }),
      areas: [areaOfPlace(total.formula.place)],
    },
  ]
}

/** Typed totals are compared only within this distance: further away they are not a sum of the numbers above. */
const near = 0.1
const minParts = 3
const maxParts = 500

/** Typed totals below the typed numbers that they should add up. */
const typedTotals = ({ entries, isTyped, valueAt, nameCells }: Inspection): Slip[] => {
  const totalRows = new Set(
    entries.filter(({ label }) => /\btotal\b/.test(label)).map(({ sheet, row }) => `${sheet} ${row}`),
  )
  return entries
    .filter(({ label }) => /^total\b/.test(label) && !/%|average|per\b/.test(label))
    .flatMap(({ sheet, row, values }) => {
      const wrong = values.flatMap(({ column, value }) => {
        if (!isTyped(sheet, row, column)) return []
        let [sum, parts] = [0, 0]
        for (let at = row - 1; parts < maxParts && isTyped(sheet, at, column); at--) {
          // The numbers above include another total: which lines belong to this one is unknown.
          if (totalRows.has(`${sheet} ${at}`)) {
            parts = 0
            break
          }
          sum += valueAt(sheet, at, column) as number
          parts += 1
        }
        const isNear = Math.abs(sum - value) <= near * Math.abs(value)
        // Typed numbers were rounded individually.
        const isMore = Math.abs(sum - value) > Math.max(parts, 0.001 * Math.abs(value))
        return parts >= minParts && isNear && isMore ? [{ sheet, row, column, value, sum }] : []
      })
      const [first] = wrong
      if (first === undefined) return []
      const message = messages.typedTotalDiffers({
        cells: nameCells(wrong),
        total: formatNumber(first.value),
        sum: formatNumber(first.sum),
      })
      return [{ check: 'total_mismatch' as const, severity: 'high' as const, message, areas: rectangles(wrong) }]
    })
}

/** Totals that do not add up: as computed, across, or as typed. */
export const totalMismatches: Check = (inspection) => {
  const { totals } = inspection
  const typed = typedTotals(inspection)
  if (totals.length === 0 && typed.length === 0) return undefined
  return [...wrongSums(inspection), ...totals.flatMap((total) => crossFooting(inspection, total)), ...typed]
}
