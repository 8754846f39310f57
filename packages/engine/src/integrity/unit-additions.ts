import type { FormulaCell } from '../calculate/model.ts'
import { areasOf } from '../formula/area-of.ts'
import type { Expression, RangeExpression } from '../formula/expression.ts'
import { findingMessages as messages } from '../messages/findings.ts'
import type { Slip } from './finding.ts'
import type { Inspection, Place } from './inspection.ts'
import { rectangles } from './rectangles.ts'
import { createStatedUnits } from './stated-units.ts'
import { perExpression } from './walk.ts'
import { formatFormula, formatNumber } from './wording.ts'

/** Longer sums are lists, whose lines have one unit. */
const maxAddends = 60
/** The minimum factor by which an amount in plain units looks larger than one in thousands or millions. */
const minTimes = 50

const unitNames = new Map([
  [1, messages.unitFull()],
  [1e3, messages.unitThousands()],
  [1e5, messages.unitLakhs()],
  [1e6, messages.unitMillions()],
  [1e7, messages.unitCrores()],
  [1e9, messages.unitBillions()],
])
const unitName = (scale: number): string => unitNames.get(scale) ?? messages.unitOther()

/** The references that a formula only adds and subtracts; undefined if it does more. */
export const addendsOf = (expression: Expression): RangeExpression[] | undefined => {
  switch (expression.kind) {
    case 'range':
      return [expression]
    case 'unary':
      return expression.operator === '-' || expression.operator === '+' ? addendsOf(expression.operand) : undefined
    case 'binary': {
      if (expression.operator !== '+' && expression.operator !== '-') return undefined
      const [left, right] = [addendsOf(expression.left), addendsOf(expression.right)]
      return left === undefined || right === undefined ? undefined : [...left, ...right]
    }
    case 'call': {
      if (expression.name !== 'SUM') return undefined
      const parts = expression.args.map((arg) => (arg === undefined ? undefined : addendsOf(arg)))
      return parts.every((part) => part !== undefined) ? parts.flat() : undefined
    }
    default:
      return undefined
  }
}

const cellsOf = (formula: FormulaCell, ranges: readonly RangeExpression[]): Place[] | undefined => {
  const places: Place[] = []
  for (const range of ranges)
    for (const { sheet, top, left, bottom, right } of areasOf(range, formula.place)) {
      if (places.length + (bottom - top + 1) * (right - left + 1) > maxAddends) return undefined
      for (let row = top; row <= bottom; row++)
        for (let column = left; column <= right; column++) places.push({ sheet, row, column })
    }
  return places
}

/** Sums of amounts stated in different units. */
export const unitAdditions = (inspection: Inspection): { seen: boolean; slips: Slip[] } => {
  const { model, valueAt, nameOf, nameCells } = inspection
  const units = createStatedUnits(inspection)
  const rangesOf = perExpression(addendsOf)
  /** Copies along a row add the same rows: checking one of them is enough. */
  const looked = new Set<string>()
  const numbers = new Map<Expression, number>()
  const roots = new Map<string, { message: (cells: string) => string; places: Place[] }>()
  let seen = false
  for (const formula of model.formulas) {
    const { expression, place } = formula
    const ranges = rangesOf(expression)
    if (ranges === undefined || expression.kind === 'range') continue
    const number = numbers.get(expression) ?? numbers.size
    numbers.set(expression, number)
    const key = `${place.sheet} ${place.row} ${number}`
    if (looked.has(key)) continue
    looked.add(key)
    const stated = (cellsOf(formula, ranges) ?? []).flatMap((cell) => {
      const root = units.rootOf(cell)
      const [scale, value] = [units.scaleAt(root), valueAt(root.sheet, root.row, root.column)]
      return scale === undefined || typeof value !== 'number' || value === 0 ? [] : [{ root, scale, value }]
    })
    const [first] = stated
    if (first === undefined) continue
    seen = true
    const small = stated.reduce((smallest, item) => (item.scale < smallest.scale ? item : smallest), first)
    const large = stated.reduce((largest, item) => (item.scale > largest.scale ? item : largest), first)
    // Words alone are not enough: many headings state a unit that the numbers are not in.
    if (small.scale === large.scale || Math.abs(small.value) < minTimes * Math.abs(large.value)) continue
    const rootKey = nameOf(small.root)
    const before = roots.get(rootKey)
    if (before === undefined)
      roots.set(rootKey, {
        places: [place],
        message: (cells) =>
          messages.unitsAdded({
            formula: formatFormula(formula.text),
            cells,
            small: formatNumber(small.value),
            smallPlace: rootKey,
            smallUnit: unitName(small.scale),
            large: formatNumber(large.value),
            largePlace: nameOf(large.root),
            largeUnit: unitName(large.scale),
          }),
      })
    else before.places.push(place)
  }
  const slips = [...roots.values()].map(
    ({ message, places }): Slip => ({
      check: 'unit_scale_mismatch',
      severity: 'high',
      message: message(nameCells(places)),
      areas: rectangles(places),
    }),
  )
  return { seen, slips }
}
