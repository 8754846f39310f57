import type { FormulaCell } from '../calculate/model.ts'
import type { Expression } from '../formula/expression.ts'
import type { CheckId } from './catalogue.ts'
import type { FormulaCheck } from './check.ts'
import { alikeOf, copiesOf } from './copies.ts'
import type { Slip } from './finding.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { callsIn, partsOf, perExpression } from './walk.ts'
import { counted, inCells, shortened } from './wording.ts'

const slipOf = (check: CheckId, group: readonly FormulaCell[], what: string): Slip => ({
  check,
  message: `${shortened(`=${group[0]?.text ?? ''}`, 60)} ${what}${inCells(group.length)}.`,
  areas: rectangles(group.map(({ place }) => place)),
})

const isOn = (value: Expression | undefined): boolean =>
  value?.kind === 'constant' && (value.value === true || value.value === 1)

/** Where the function says how to match: omitted means the nearest entry. */
const matchArgument = new Map([
  ['VLOOKUP', 3],
  ['HLOOKUP', 3],
  ['MATCH', 2],
])

/** Lookups that answer with the nearest entry. */
export const approximateLookups: FormulaCheck = ({ model }) => {
  const names = [...matchArgument.keys()]
  const lookups = model.formulas.filter(({ functions }) => names.some((name) => functions.has(name)))
  if (lookups.length === 0) return undefined
  const isNearest = perExpression((expression) =>
    callsIn(expression).some(({ name, args }) => {
      const at = matchArgument.get(name)
      // An argument that is there but empty, as in `VLOOKUP(a,b,2,)`, means an exact match.
      return at !== undefined && (args.length <= at || isOn(args[at]))
    }),
  )
  return copiesOf(lookups.filter(({ expression }) => isNearest(expression))).map((group) =>
    slipOf('approximate_lookup', group, 'takes the nearest entry where there is no exact one'),
  )
}

const isNothing = (value: Expression | undefined): boolean =>
  value === undefined ||
  (value.kind === 'constant' && (value.value === 0 || value.value === '' || value.value === null))

/** Errors that would show as zero or blank in a headline metric. */
export const errorMasks: FormulaCheck = ({ model, feedsHeadline }) => {
  if (!feedsHeadline.includes(1)) return undefined
  const hides = perExpression((expression) =>
    callsIn(expression).some(({ name, args }) => (name === 'IFERROR' || name === 'IFNA') && isNothing(args[1])),
  )
  return copiesOf(model.formulas.filter(({ expression }, n) => feedsHeadline[n] === 1 && hides(expression))).map(
    (group) => slipOf('error_mask', group, 'would hide an error'),
  )
}

const volatiles = ['OFFSET', 'INDIRECT', 'NOW', 'TODAY', 'RAND', 'RANDBETWEEN'] as const

/** Functions whose result changes by itself: one finding for each of them on each sheet. */
export const volatileFunctions: FormulaCheck = ({ model }) => {
  if (model.formulas.length === 0) return undefined
  // What stands inside ROW or COLUMN is not among the functions of a formula.
  const calls = perExpression((expression) => {
    const names = new Set(callsIn(expression).map(({ name }) => name))
    return volatiles.filter((name) => names.has(name))
  })
  const moving = model.formulas.filter(({ expression }) => calls(expression).length > 0)
  return volatiles.flatMap((name) => {
    const users = moving.filter(({ expression }) => calls(expression).includes(name))
    return [...groupBy(users, ({ place }) => place.sheet).values()].map(
      (group): Slip => ({
        check: 'volatile_function',
        message: `${counted(group.length, 'formula')} use${group.length === 1 ? 's' : ''} ${name}, such as ${shortened(`=${group[0]?.text ?? ''}`, 60)}.`,
        areas: rectangles(group.map(({ place }) => place)),
      }),
    )
  })
}

const longest = 120
const deepestIf = 2
const maxSheets = 5

const depthOfIf = (expression: Expression): number => {
  const inside = partsOf(expression).reduce((deepest, part) => Math.max(deepest, depthOfIf(part)), 0)
  return inside + (expression.kind === 'call' && expression.name === 'IF' ? 1 : 0)
}

/** Formulas that are too long, too deep or too far spread to be reviewed. */
export const complexFormulas: FormulaCheck = ({ model }) => {
  if (model.formulas.length === 0) return undefined
  const depth = perExpression(depthOfIf)
  const reasonOf = ({ text, expression, areas }: FormulaCell): string | undefined => {
    if (depth(expression) > deepestIf) return `nests ${depth(expression)} IFs`
    if (text.length > longest) return `is ${text.length} characters long`
    if (areas.length <= maxSheets) return undefined
    const sheets = new Set(areas.map(({ sheet }) => sheet)).size
    return sheets > maxSheets ? `reads from ${sheets} sheets` : undefined
  }
  const complex = model.formulas.filter((formula) => reasonOf(formula) !== undefined)
  return alikeOf(complex).map((group) => {
    const [first] = group
    return slipOf('complex_formula', group, (first === undefined ? undefined : reasonOf(first)) ?? '')
  })
}
