import { findingMessages as messages } from '../messages/findings.ts'
import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import type { Inspection, Line } from './inspection.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { likeliestByKey, type SureMetric } from './sure-metrics.ts'
import { formatNumber } from './wording.ts'

const unitHeading = /^(?:unit|suite|apt|apartment)(?: ?(?:#|no|number|id))?\.?$/i
const rentHeading = /\brent\b/i
const notTheRent = /market|psf|\bsf\b|per |\/|date|step|growth|bump|%|\b(?:start|begins?|end)\b/i
const statusHeading = /status|occup/i
const tellsRentRoll = /tenant|resident|status|occup|lease|sq\.? ?f|\bsf\b|move|bed|type/i
const occupied = /^(?:occupied|occ|leased|current|o)$/i
const minUnits = 3
const tolerance = 0.02

interface RentRoll {
  readonly sheet: number
  readonly unitColumn: number
  readonly rentColumn: number
  readonly statusColumn: number | undefined
  readonly units: readonly { readonly row: number; readonly unit: string; readonly rent: number }[]
  readonly total: { readonly row: number; readonly rent: number } | undefined
}

const headingsOf = ({ valueAt }: Inspection, { sheet, row, cells }: Line) =>
  cells.flatMap(({ column }) => {
    const value = valueAt(sheet, row, column)
    return typeof value === 'string' ? [{ column, text: value.trim() }] : []
  })

const rentRollAt = (inspection: Inspection, lines: readonly Line[], start: number): RentRoll | undefined => {
  const line = lines[start]
  if (line === undefined || line.cells.length < 3) return undefined
  const headings = headingsOf(inspection, line)
  const unitColumn = headings.find(({ text }) => unitHeading.test(text))?.column
  const rentColumn = headings.find(({ text }) => rentHeading.test(text) && !notTheRent.test(text))?.column
  if (unitColumn === undefined || rentColumn === undefined) return undefined
  if (!headings.some(({ text }) => tellsRentRoll.test(text))) return undefined
  const { sheet } = line
  const units: { row: number; unit: string; rent: number }[] = []
  let total: RentRoll['total']
  for (let n = start + 1, last = line.row; n < lines.length; n++) {
    const row = lines[n]?.row ?? 0
    const texts = headingsOf(inspection, lines[n] as Line)
    const unit = inspection.valueAt(sheet, row, unitColumn)
    const rent = inspection.valueAt(sheet, row, rentColumn)
    if (texts.some(({ text }) => /^(?:grand )?totals?\b/i.test(text))) {
      if (typeof rent === 'number') total = { row, rent }
      break
    }
    if (row > last + 1 || !(typeof unit === 'string' || typeof unit === 'number')) break
    last = row
    units.push({ row, unit: String(unit).trim().toLowerCase(), rent: typeof rent === 'number' ? rent : 0 })
  }
  const statusColumn = headings.find(({ text }) => statusHeading.test(text))?.column
  return units.length < minUnits ? undefined : { sheet, unitColumn, rentColumn, statusColumn, units, total }
}

const slipsOf = (inspection: Inspection, roll: RentRoll, stated: SureMetric | undefined): Slip[] => {
  const { sheet, unitColumn, rentColumn, statusColumn, units, total } = roll
  const slips: Slip[] = []
  const tell = (
    message: (cell: string) => string,
    rows: readonly number[],
    column: number,
    restsOn: readonly SureMetric[] = [],
  ): void => {
    const places = rows.map((row) => ({ sheet, row, column }))
    const cell = inspection.nameCells(places.slice(0, 1))
    slips.push({ check: 'rent_roll_tie', message: message(cell), areas: rectangles(places), restsOn })
  }
  const twice = [...groupBy(units, ({ unit }) => unit).values()].filter((group) => group.length > 1)
  // If most units occur several times, the column holds a unit type.
  if (twice.length > 0 && twice.flat().length <= units.length / 4 + 1)
    tell(
      (cell) => messages.rentRollDuplicate({ count: twice.length, unit: twice[0]?.[0]?.unit ?? '', cell }),
      twice.flat().map(({ row }) => row),
      unitColumn,
    )
  const unpaid = units.filter(({ row, rent }) => {
    const status = statusColumn === undefined ? null : inspection.valueAt(sheet, row, statusColumn)
    return rent === 0 && typeof status === 'string' && occupied.test(status.trim())
  })
  if (unpaid.length > 0)
    tell(
      (cell) => messages.rentRollUnpaid({ count: unpaid.length, cell }),
      unpaid.map(({ row }) => row),
      rentColumn,
    )
  const sum = units.reduce((rents, { rent }) => rents + rent, 0)
  if (total !== undefined && Math.abs(total.rent - sum) > tolerance * Math.abs(sum))
    tell(
      (cell) => messages.rentRollTotal({ sum: formatNumber(sum), total: formatNumber(total.rent), cell }),
      [total.row],
      rentColumn,
    )
  // Shops below the apartments have their own list, far shorter than the number of units.
  if (
    stated !== undefined &&
    twice.length === 0 &&
    units.length * 2 > stated.value &&
    Math.abs(stated.value - units.length) > tolerance * stated.value
  )
    tell(
      () =>
        messages.rentRollUnits({
          units: units.length,
          stated: formatNumber(stated.value),
          cell: inspection.nameOf(stated),
        }),
      units.map(({ row }) => row),
      unitColumn,
      [stated],
    )
  return slips
}

/** Rent rolls whose units and rents do not add up. */
export const rentRolls: Check = (inspection) => {
  const rolls = inspection.lines.flatMap((lines) => {
    const found: RentRoll[] = []
    for (let n = 0; n < lines.length; n++) {
      const roll = rentRollAt(inspection, lines, n)
      if (roll === undefined) continue
      found.push(roll)
      n += roll.units.length
    }
    return found
  })
  if (rolls.length === 0) return undefined
  // Several lists are parts of a whole, so none of them has the full count.
  const stated = rolls.length === 1 ? likeliestByKey(inspection.metrics).get('unit_count') : undefined
  return rolls.flatMap((roll) => slipsOf(inspection, roll, stated))
}
