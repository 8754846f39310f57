import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import type { Inspection, Line } from './inspection.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { likeliestByKey, type SureMetric } from './sure-metrics.ts'
import { counted, saidNumber } from './wording.ts'

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
    message: string,
    rows: readonly number[],
    column: number,
    restsOn: readonly SureMetric[] = [],
  ): void => {
    const areas = rectangles(rows.map((row) => ({ sheet, row, column })))
    slips.push({ check: 'rent_roll_tie', message, areas, restsOn })
  }
  const twice = [...groupBy(units, ({ unit }) => unit).values()].filter((group) => group.length > 1)
  // Where most units come several times, the column holds a type of unit.
  if (twice.length > 0 && twice.flat().length <= units.length / 4 + 1)
    tell(
      `${counted(twice.length, 'unit')} stand${twice.length === 1 ? 's' : ''} more than once in the rent roll, such as ${twice[0]?.[0]?.unit}.`,
      twice.flat().map(({ row }) => row),
      unitColumn,
    )
  const unpaid = units.filter(({ row, rent }) => {
    const status = statusColumn === undefined ? null : inspection.valueAt(sheet, row, statusColumn)
    return rent === 0 && typeof status === 'string' && occupied.test(status.trim())
  })
  if (unpaid.length > 0)
    tell(
      `${counted(unpaid.length, 'occupied unit')} without rent.`,
      unpaid.map(({ row }) => row),
      rentColumn,
    )
  const sum = units.reduce((rents, { rent }) => rents + rent, 0)
  if (total !== undefined && Math.abs(total.rent - sum) > tolerance * Math.abs(sum))
    tell(
      `The rents add up to ${saidNumber(sum)}, but the total says ${saidNumber(total.rent)}.`,
      [total.row],
      rentColumn,
    )
  // Shops below the apartments have a list of their own, far shorter than the number of units.
  if (
    stated !== undefined &&
    twice.length === 0 &&
    units.length * 2 > stated.value &&
    Math.abs(stated.value - units.length) > tolerance * stated.value
  )
    tell(
      `The rent roll has ${counted(units.length, 'unit')}, but the model says ${saidNumber(stated.value)}.`,
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
  // Several lists are parts of a whole whose count none of them has.
  const stated = rolls.length === 1 ? likeliestByKey(inspection.metrics).get('unit_count') : undefined
  return rolls.flatMap((roll) => slipsOf(inspection, roll, stated))
}
