import { findQuantities, type Measure } from './quantity.ts'
import { tokenize } from './tokens.ts'

/** A number in a cell. */
export interface CellNumber {
  readonly value: number
  readonly measure: Measure
  readonly currency: string | null
  readonly tolerance: number
  /** Whether the cell itself says "million" or "k". */
  readonly isScaled: boolean
  readonly hasDecimals: boolean
}

const maxCellLength = 60

/** The number that a cell states; undefined if it states none, or something else besides. */
export const cellNumber = (text: string): CellNumber | undefined => {
  const cell = text.replaceAll('**', '').trim()
  if (cell === '' || cell.length > maxCellLength || !/\d/.test(cell)) return undefined
  const isNegative = /^\(.*\)%?$/.test(cell) || /^[$€£]?\s?[-–−]/.test(cell) || /-$/.test(cell)
  const plain = cell
    // Not joined: "1(1" is not 11.
    .replaceAll(/[()]/g, ' ')
    .replaceAll(/[–−]/g, '')
    .trim()
    .replace(/^([$€£]?)\s?-/, '$1')
    .replace(/-$/, '')
    .trim()
  const tokens = tokenize(plain)
  const [quantity, more] = findQuantities(tokens)
  if (quantity === undefined || more !== undefined) return undefined
  const isWhole = quantity.first === 0 && quantity.next === tokens.length
  if (!isWhole) return undefined
  return {
    value: isNegative ? -quantity.value : quantity.value,
    measure: quantity.measure === 'year' ? 'plain' : quantity.measure,
    currency: quantity.currency,
    tolerance: quantity.tolerance,
    isScaled: /\d\s?[a-z]/i.test(plain) && quantity.measure === 'currency',
    hasDecimals: quantity.hasDecimals,
  }
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A date as days since 1970; undefined if the text is not a date. */
export const cellDate = (text: string): number | undefined => {
  const cell = text.trim().slice(0, maxCellLength)
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(cell)
  if (iso !== null) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const us = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(cell)
  if (us !== null) return dayOf(fullYear(us[3] ?? ''), Number(us[1]), Number(us[2]))
  const named = /^(?:(\d{1,2})[ -])?([a-z]{3})[a-z]{0,6}\.?[ -](?:(\d{1,2})(?:st|nd|rd|th)?,? )?'?(\d{4}|\d{2})$/i.exec(
    cell,
  )
  if (named === null) return undefined
  const month = monthNames.indexOf((named[2] ?? '').toLowerCase()) + 1
  // A month alone means its end.
  const year = fullYear(named[4] ?? '')
  const day = named[1] ?? named[3]
  return month === 0 ? undefined : day === undefined ? dayOf(year, month + 1, 0) : dayOf(year, month, Number(day))
}

const fullYear = (digits: string): number => (digits.length === 4 ? Number(digits) : 2000 + Number(digits))

const dayOf = (year: number, month: number, day: number): number | undefined => {
  const time = Date.UTC(year, month - 1, day)
  return Number.isFinite(time) ? Math.round(time / 86_400_000) : undefined
}
