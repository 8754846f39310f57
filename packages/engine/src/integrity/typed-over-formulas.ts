import { areasOf } from '../formula/area-of.ts'
import type { Expression } from '../formula/expression.ts'
import { findingMessages as messages } from '../messages/findings.ts'
import type { Scalar } from '../value/value.ts'
import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import type { Inspection, Place } from './inspection.ts'
import { directions, formulaAround, moved } from './neighbors.ts'
import { isSameNumber, patternValue } from './pattern-value.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { isDateFormat } from './timelines.ts'
import { rangesIn } from './walk.ts'
import { formatPattern, formatValue } from './wording.ts'

/** The number of copies of one formula on both sides that show that a formula belongs between them. */
const peers = 3
/** This many adjacent typed numbers are still an error; more are a stretch of actual figures. */
const widest = 2

/** A year or date: a partly typed timeline is not an error. */
const isHeading = (format: string | undefined, value: unknown): boolean =>
  isDateFormat(format) || (typeof value === 'number' && Number.isInteger(value) && value >= 1980 && value <= 2100)

/**
 * Whether the formulas next to a typed number read what is computed from it here: a given share, among shares that
 * follow from amounts.
 */
const isGiven = ({ formulaAt }: Inspection, place: Place, pattern: Expression): boolean =>
  rangesIn(pattern).some((range) =>
    areasOf(range, place).some(({ sheet, top, left, bottom, right }) => {
      const read = top === bottom && left === right ? formulaAt(sheet, top, left) : undefined
      return read?.areas.some(
        (area) =>
          area.sheet === place.sheet &&
          area.top === place.row &&
          area.left === place.column &&
          area.right === area.left,
      )
    }),
  )

/** Numbers typed over formulas. */
export const typedOverFormulas: Check = (inspection) => {
  const { lines, model, isTyped, formulaAt, valueAt } = inspection
  if (model.formulas.length < peers * 2) return undefined
  const found = new Map<string, Place & { pattern: string; computed: Scalar | undefined }>()
  for (const { sheet, row, cells } of lines.flat()) {
    for (const { column, format } of cells) {
      const place = { sheet, row, column }
      if (!isTyped(sheet, row, column) || isHeading(format, valueAt(sheet, row, column))) continue
      for (const direction of directions) {
        let width = 1
        for (let next = moved(place, direction, 1); width < widest; width++, next = moved(place, direction, width))
          if (!isTyped(next.sheet, next.row, next.column)) break
        const pattern = formulaAround(inspection, place, direction, { width, peers })
        if (pattern === undefined || isGiven(inspection, place, pattern)) continue
        const before = moved(place, direction, -1)
        const beside = formulaAt(before.sheet, before.row, before.column)
        for (let n = 0; n < width; n++) {
          const neighbor = moved(place, direction, n)
          found.set(`${neighbor.sheet} ${neighbor.row} ${neighbor.column}`, {
            ...neighbor,
            pattern: beside === undefined ? '' : formatPattern(beside, neighbor),
            computed:
              beside === undefined ? undefined : patternValue(inspection, { ...beside, place: neighbor }, beside),
          })
        }
      }
    }
  }
  return [...groupBy(found.values(), ({ sheet, row }) => `${sheet} ${row}`).values()].map((group): Slip => {
    const { sheet, row, column, pattern } = group[0] ?? { sheet: 0, row: 0, column: 0, pattern: '' }
    const isAsComputed = group.every(
      (place) =>
        typeof place.computed === 'number' &&
        isSameNumber(place.computed, Number(valueAt(place.sheet, place.row, place.column))),
    )
    const isZero = group.every((place) => valueAt(place.sheet, place.row, place.column) === 0)
    const value = formatValue(valueAt(sheet, row, column))
    return {
      check: 'hardcode_over_formula',
      // Zero usually switches a line off on purpose. A number that equals the formula's result is not wrong.
      ...(isAsComputed ? { severity: 'low' as const } : isZero ? { severity: 'medium' as const } : {}),
      message: messages.hardcoded({ value, cells: inspection.nameCells(group), pattern }),
      areas: rectangles(group),
    }
  })
}
