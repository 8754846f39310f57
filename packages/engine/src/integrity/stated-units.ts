import type { FormulaCell } from '../calculate/model.ts'
import { scaleIn } from '../metrics/scale.ts'
import type { Inspection, Place } from './inspection.ts'

/** Texts that state a sheet's unit are in its top rows. */
const maxTitleRows = 8
const maxTitleColumns = 5
const maxLinks = 8

/** Only a currency: the amount is in plain units. */
const plainUnit = /^[[(]?(?:[$€£₹₦]|us\$|usd|eur|gbp|inr|aud|cad|ngn)[\])]?$|[([](?:[$€£₹₦]|us\$|usd|eur|gbp)[\])]$/i
/** Anything but an amount of money has no scale. */
const noAmount = /%|\b(?:per|each|multiple|ratio|rate|days?|months?|years?|shares?|units?|count|number)\b|\//i

/** The unit of an amount: 1, 1,000, 1,000,000 …; undefined if nothing states it. */
type Scale = number | undefined

const scaleOfText = (text: string): Scale => {
  const trimmed = text.trim()
  return scaleIn(trimmed) ?? (plainUnit.test(trimmed) ? 1 : undefined)
}

/** Determines the unit of a workbook's amounts from the words next to them and at the top of their sheets. */
export const createStatedUnits = ({ lines, valueAt, formulaAt, workbook }: Inspection) => {
  const titles = workbook.sheets.map(({ name }, sheet): Scale => {
    const scales = new Set<number>()
    const inName = scaleIn(name)
    if (inName !== undefined) scales.add(inName)
    for (const { row, cells } of lines[sheet] ?? []) {
      if (row >= maxTitleRows) break
      for (const { column } of cells) {
        const value = column < maxTitleColumns ? valueAt(sheet, row, column) : null
        const scale = typeof value === 'string' ? scaleIn(value) : undefined
        if (scale !== undefined) scales.add(scale)
      }
    }
    // A sheet that mentions several units says nothing about a row that mentions none.
    return scales.size === 1 ? [...scales][0] : undefined
  })
  const known = new Map<string, { scale: Scale; isAmount: boolean }>()
  const ofRow = (sheet: number, row: number): { scale: Scale; isAmount: boolean } => {
    const key = `${sheet} ${row}`
    const before = known.get(key)
    if (before !== undefined) return before
    let [scale, isAmount]: [Scale, boolean] = [undefined, true]
    for (let column = 0; column < maxTitleColumns; column++) {
      const value = valueAt(sheet, row, column)
      if (typeof value !== 'string') continue
      scale ??= scaleOfText(value)
      if (noAmount.test(value)) isAmount = false
    }
    const found = { scale, isAmount }
    known.set(key, found)
    return found
  }
  /** The cell at the end of a link, or of a chain of links, to an amount. */
  const rootOf = (place: Place): Place => {
    let at = place
    for (let n = 0; n < maxLinks; n++) {
      const formula: FormulaCell | undefined = formulaAt(at.sheet, at.row, at.column)
      const area = formula?.expression.kind === 'range' ? formula.areas[0] : undefined
      if (area === undefined || area.top !== area.bottom || area.left !== area.right) return at
      at = { sheet: area.sheet, row: area.top, column: area.left }
    }
    return at
  }
  return {
    rootOf,
    scaleAt: ({ sheet, row }: Place): Scale => {
      const { scale, isAmount } = ofRow(sheet, row)
      return isAmount ? (scale ?? titles[sheet]) : undefined
    },
  }
}
