import type { FormulaCell } from '../calculate/model.ts'
import type { Expression } from '../formula/expression.ts'
import { findingMessages as messages } from '../messages/findings.ts'
import type { CheckId } from './catalogue.ts'
import type { FormulaCheck } from './check.ts'
import { alikeOf, copiesOf } from './copies.ts'
import type { Slip } from './finding.ts'
import type { Layout } from './layout.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { callsIn, partsOf, perExpression } from './walk.ts'
import { formatFormula } from './wording.ts'

type Message = (named: { readonly formula: string; readonly cells: string }) => string

const slipOf = ({ nameCells }: Layout, check: CheckId, group: readonly FormulaCell[], message: Message): Slip => {
  const places = group.map(({ place }) => place)
  return {
    check,
    message: message({ formula: formatFormula(group[0]?.text ?? ''), cells: nameCells(places) }),
    areas: rectangles(places),
  }
}

const isOn = (value: Expression | undefined): boolean =>
  value?.kind === 'constant' && (value.value === true || value.value === 1)

/** The index of the match type argument; omitted means an approximate match. */
const matchArgument = new Map([
  ['VLOOKUP', 3],
  ['HLOOKUP', 3],
  ['MATCH', 2],
])

/** Lookups with an approximate match. */
export const approximateLookups: FormulaCheck = (layout) => {
  const { model } = layout
  const names = [...matchArgument.keys()]
  const lookups = model.formulas.filter(({ functions }) => names.some((name) => functions.has(name)))
  if (lookups.length === 0) return undefined
  const isNearest = perExpression((expression) =>
    callsIn(expression).some(({ name, args }) => {
      const at = matchArgument.get(name)
      // An empty argument, as in `VLOOKUP(a,b,2,)`, means an exact match.
      return at !== undefined && (args.length <= at || isOn(args[at]))
    }),
  )
  return copiesOf(lookups.filter(({ expression }) => isNearest(expression))).map((group) =>
    slipOf(layout, 'approximate_lookup', group, messages.approximateLookup),
  )
}

const isNothing = (value: Expression | undefined): boolean =>
  value === undefined ||
  (value.kind === 'constant' && (value.value === 0 || value.value === '' || value.value === null))

/** Errors masked as zero or blank in a headline metric. */
export const errorMasks: FormulaCheck = (layout) => {
  const { model, feedsHeadline } = layout
  if (!feedsHeadline.includes(1)) return undefined
  const hides = perExpression((expression) =>
    callsIn(expression).some(({ name, args }) => (name === 'IFERROR' || name === 'IFNA') && isNothing(args[1])),
  )
  return copiesOf(model.formulas.filter(({ expression }, n) => feedsHeadline[n] === 1 && hides(expression))).map(
    (group) => slipOf(layout, 'error_mask', group, messages.errorMask),
  )
}

const volatiles = ['OFFSET', 'INDIRECT', 'NOW', 'TODAY', 'RAND', 'RANDBETWEEN'] as const

/** Volatile functions: one finding per function and sheet. */
export const volatileFunctions: FormulaCheck = ({ model, nameCells }) => {
  if (model.formulas.length === 0) return undefined
  // Functions inside ROW or COLUMN are not among the functions of a formula.
  const calls = perExpression((expression) => {
    const names = new Set(callsIn(expression).map(({ name }) => name))
    return volatiles.filter((name) => names.has(name))
  })
  const moving = model.formulas.filter(({ expression }) => calls(expression).length > 0)
  return volatiles.flatMap((name) => {
    const users = moving.filter(({ expression }) => calls(expression).includes(name))
    return [...groupBy(users, ({ place }) => place.sheet).values()].map((group): Slip => {
      const places = group.map(({ place }) => place)
      return {
        check: 'volatile_function',
        message: messages.volatileFunction({
          count: group.length,
          name,
          formula: formatFormula(group[0]?.text ?? ''),
          cell: nameCells(places.slice(0, 1)),
        }),
        areas: rectangles(places),
      }
    })
  })
}

const longest = 120
const deepestIf = 2
const maxSheets = 5

const depthOfIf = (expression: Expression): number => {
  const inside = partsOf(expression).reduce((deepest, part) => Math.max(deepest, depthOfIf(part)), 0)
  return inside + (expression.kind === 'call' && expression.name === 'IF' ? 1 : 0)
}

/** Formulas that are too long, too deeply nested or span too many sheets to be reviewed. */
export const complexFormulas: FormulaCheck = (layout) => {
  const { model } = layout
  if (model.formulas.length === 0) return undefined
  const depth = perExpression(depthOfIf)
  const messageOf = ({ text, expression, areas }: FormulaCell): Message | undefined => {
    if (depth(expression) > deepestIf) return (named) => messages.nestedIfs({ ...named, depth: depth(expression) })
    if (text.length > longest) return (named) => messages.longFormula({ ...named, length: text.length })
    if (areas.length <= maxSheets) return undefined
    const sheets = new Set(areas.map(({ sheet }) => sheet)).size
    return sheets > maxSheets ? (named) => messages.manySheets({ ...named, sheets }) : undefined
  }
  const complex = model.formulas.filter((formula) => messageOf(formula) !== undefined)
  return alikeOf(complex).flatMap((group) => {
    const [first] = group
    const message = first === undefined ? undefined : messageOf(first)
    return message === undefined ? [] : [slipOf(layout, 'complex_formula', group, message)]
  })
}
