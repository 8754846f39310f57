import type { FormulaCell } from '../calculate/model.ts'
import { areasOf } from '../formula/area-of.ts'
import type { Expression, RangeExpression } from '../formula/expression.ts'
import type { Slip } from './finding.ts'
import type { Inspection, Place } from './inspection.ts'
import { rectangles } from './rectangles.ts'
import { createStatedUnits } from './stated-units.ts'
import { perExpression } from './walk.ts'
import { saidNumber, shortened } from './wording.ts'

/** Longer sums are lists, whose lines have one unit. */
const maxAddends = 60
/** An amount in plain units looks at least so many times larger than one in thousands or millions. */
const minTimes = 50

const names = new Map([
  [1, 'single units'],
  [1e3, 'thousands'],
  [1e5, 'lakhs'],
  [1e6, 'millions'],
  [1e7, 'crores'],
  [1e9, 'billions'],
])

/** The references that a formula does nothing with but add and subtract; undefined: it does more. */
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

/** Sums of amounts that are stated in different units. */
export const unitAdditions = (inspection: Inspection): { seen: boolean; slips: Slip[] } => {
  const { model, valueAt, nameOf } = inspection
  const units = createStatedUnits(inspection)
  const rangesOf = perExpression(addendsOf)
  /** Copies along a row add the same rows: one of them tells. */
  const looked = new Set<string>()
  const numbers = new Map<Expression, number>()
  const roots = new Map<string, { formula: FormulaCell; message: string; places: Place[] }>()
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
    const small = stated.reduce((least, one) => (one.scale < least.scale ? one : least), first)
    const large = stated.reduce((most, one) => (one.scale > most.scale ? one : most), first)
    // Words alone are not enough: many headings say a unit that the numbers are not in.
    if (small.scale === large.scale || Math.abs(small.value) < minTimes * Math.abs(large.value)) continue
    const rootKey = nameOf(small.root)
    const before = roots.get(rootKey)
    if (before === undefined)
      roots.set(rootKey, {
        formula,
        places: [place],
        message: `${shortened(`=${formula.text}`, 60)} adds ${saidNumber(small.value)} from ${rootKey}, stated in ${names.get(small.scale) ?? 'another unit'}, to ${saidNumber(large.value)} from ${nameOf(large.root)}, stated in ${names.get(large.scale) ?? 'another unit'}.`,
      })
    else before.places.push(place)
  }
  const slips = [...roots.values()].map(
    ({ message, places }): Slip => ({
      check: 'unit_scale_mismatch',
      severity: 'high',
      message,
      areas: rectangles(places),
    }),
  )
  return { seen, slips }
}
