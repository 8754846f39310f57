import type { Expression } from '../formula/expression.ts'
import { findingMessages as messages } from '../messages/findings.ts'
import type { FormulaCheck } from './check.ts'
import { alikeOf } from './copies.ts'
import type { Slip } from './finding.ts'
import { rectangles } from './rectangles.ts'
import { partsOf, perExpression, somePart } from './walk.ts'
import { formatFormula, formatNumber } from './wording.ts'

/** Numbers that carry no assumption: zero, one, and unit conversion factors. */
const plain = new Set([0, 1, 2, 4, 7, 10, 12, 24, 30, 52, 60, 100, 360, 365, 366, 1000, 10_000, 1_000_000, 0.5])

/** Functions whose numbers are positions or modes, not amounts. */
const placing =
  /^(?:ROUND|ROUNDUP|ROUNDDOWN|MROUND|TRUNC|INDEX|MATCH|XMATCH|VLOOKUP|HLOOKUP|XLOOKUP|LOOKUP|OFFSET|CHOOSE|DATE|EDATE|EOMONTH|YEARFRAC|WEEKDAY|MOD|LEFT|RIGHT|MID|TEXT|SUBTOTAL|AGGREGATE|LARGE|SMALL|INDIRECT|ADDRESS|MONTH|YEAR|CEILING|FLOOR|PERCENTILE|QUARTILE|RANK|LOG|REPT|TAKE|DROP|SEQUENCE|SUBSTITUTE)\b/

const arithmetic = new Set(['+', '-', '*', '/', '^'])

/** Numbers used in arithmetic, not positions or comparisons. */
const constantsIn = (expression: Expression): number[] => {
  if (expression.kind === 'call' && placing.test(expression.name)) return []
  const own =
    expression.kind === 'binary' && arithmetic.has(expression.operator)
      ? [expression.left, expression.right].flatMap((side) => {
          const value = side.kind === 'unary' && side.operator !== '#' ? side.operand : side
          return value.kind === 'constant' && typeof value.value === 'number' ? [value.value] : []
        })
      : []
  return [...own, ...partsOf(expression).flatMap(constantsIn)]
}

const looksAtCells = (expression: Expression): boolean =>
  somePart(expression, ({ kind }) => kind === 'range' || kind === 'name' || kind === 'table')

/** Assumptions hardcoded in formulas. A formula of only numbers is an input worked out in its cell. */
export const embeddedConstants: FormulaCheck = ({ model, nameCells }) => {
  if (model.formulas.length === 0) return undefined
  const constantOf = perExpression((expression) =>
    looksAtCells(expression) ? constantsIn(expression).find((value) => !plain.has(Math.abs(value))) : undefined,
  )
  const found = model.formulas.filter(({ expression }) => constantOf(expression) !== undefined)
  return alikeOf(found).flatMap((group): Slip[] => {
    const [first] = group
    const value = first === undefined ? undefined : constantOf(first.expression)
    if (first === undefined || value === undefined) return []
    const places = group.map(({ place }) => place)
    return [
      {
        check: 'embedded_constant',
        message: messages.embeddedConstant({
          formula: formatFormula(first.text),
          cells: nameCells(places),
          value: formatNumber(value),
        }),
        areas: rectangles(places),
      },
    ]
  })
}
