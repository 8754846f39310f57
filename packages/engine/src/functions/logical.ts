import { naError, valueError } from '@deal-canvas/workbook-reader'
import { broadcast } from '../calculate/broadcast.ts'
import { toBoolean, toNumber } from '../value/coerce.ts'
import { compareValues } from '../value/compare.ts'
import { type ArrayValue, isArray, isError, type Scalar, type Value } from '../value/value.ts'
import { boolean, eachValue, integer } from './arguments.ts'
import {
  type Argument,
  type CallContext,
  define,
  type FunctionDefinition,
  fail,
  type LazyFunction,
} from './definition.ts'
import { settled } from './grid.ts'

type Lazy = () => Argument

const lazy = (
  name: string,
  params: string,
  run: (args: readonly Lazy[], context: CallContext) => Value,
): LazyFunction => ({ name, lazy: true, params, run })

/** An empty branch is 0. */
const branch = (arg: Lazy | undefined): Value => arg?.() ?? 0

const items = (value: Scalar | ArrayValue): value is ArrayValue => value !== null && isArray(value)

/** The condition of IF, item by item if it is an array: then both branches are computed. */
const choose = (condition: Scalar | ArrayValue, whenTrue: Lazy, whenFalse: Lazy, context: CallContext): Value => {
  if (items(condition))
    return broadcast(
      [condition, settled(whenTrue(), context), settled(whenFalse(), context)],
      (test = null, ifTrue = null, ifFalse = null) => {
        const holds = toBoolean(test)
        return typeof holds === 'boolean' ? (holds ? ifTrue : ifFalse) : holds
      },
    )
  return boolean(condition) ? (whenTrue() ?? 0) : (whenFalse() ?? 0)
}

/** The value, or the fallback if it is an error of the given kind. */
const replacing = (name: string, replaced: (value: Scalar) => boolean): LazyFunction =>
  lazy(name, 'vl', ([value, otherwise], context) => {
    const found = settled(value?.(), context)
    if (!items(found)) return replaced(found) ? branch(otherwise) : found
    if (!found.items.some(replaced)) return found
    return broadcast([found, settled(otherwise?.(), context)], (item = null, other = null) =>
      replaced(item) ? other : item,
    )
  })

const ifs = (args: readonly Lazy[], context: CallContext): Value => {
  const [condition, value, ...rest] = args
  if (condition === undefined) return naError
  if (value === undefined) return valueError
  return choose(settled(condition(), context), value, () => (rest.length === 0 ? naError : ifs(rest, context)), context)
}

const switchTo = (value: Scalar | ArrayValue, cases: readonly Lazy[], context: CallContext): Value => {
  const [label, result, ...rest] = cases
  if (label === undefined) return naError
  if (result === undefined) return branch(label)
  const wanted = settled(label(), context)
  const test = broadcast([value, wanted], (a = null, b = null) => {
    if (isError(a)) return a
    return isError(b) ? b : typeof (a ?? 0) === typeof (b ?? 0) && compareValues(a, b) === 0
  })
  return choose(test, result, () => switchTo(value, rest, context), context)
}

/** Conditions as AND takes them: texts in cells are skipped, and without any condition it is an error. */
const conditions = (args: readonly Argument[], context: CallContext): boolean[] => {
  const found: boolean[] = []
  eachValue(args, context, (value, fromCells) => {
    if (isError(value)) fail(value)
    else if (typeof value === 'boolean' || typeof value === 'number') found.push(Boolean(value))
    else if (!fromCells) found.push(boolean(value))
  })
  return found.length === 0 ? fail(valueError) : found
}

export const logicalFunctions: (FunctionDefinition | LazyFunction)[] = [
  lazy('IF', 'vll?', (args, context) => {
    const [condition, whenTrue, whenFalse] = args
    return choose(settled(condition?.(), context), () => branch(whenTrue), whenFalse ?? (() => false), context)
  }),
  lazy('IFS', 'v*l', ifs),
  lazy('SWITCH', 'vvl*', ([value, ...cases], context) => switchTo(settled(value?.(), context), cases, context)),
  lazy('CHOOSE', 'vll*', ([index, ...choices], context) => {
    const place = settled(index?.(), context)
    const picked = (item: Scalar): Lazy => choices[integer(item) - 1] ?? fail(valueError)
    if (!items(place)) return branch(picked(place))
    const settledChoices = choices.map((choice) => settled(choice(), context))
    return broadcast([place, ...settledChoices], (item = null, ...values) => {
      const at = toNumber(item)
      if (typeof at !== 'number') return at
      const value = values[Math.trunc(at) - 1]
      return value === undefined ? valueError : value
    })
  }),
  replacing('IFERROR', isError),
  replacing('IFNA', (value) => value === naError),
  define('AND', 'r*', (args, context) => conditions(args, context).every(Boolean)),
  define('OR', 'r*', (args, context) => conditions(args, context).some(Boolean)),
  define('XOR', 'r*', (args, context) => conditions(args, context).filter(Boolean).length % 2 === 1),
  define('NOT', 'v', ([value]) => !boolean(value)),
  define('TRUE', '', () => true),
  define('FALSE', '', () => false),
]
