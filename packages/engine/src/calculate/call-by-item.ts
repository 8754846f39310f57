import { calcError } from '@deal-canvas/workbook-reader'
import type { FormulaPlace } from '../formula/parse-formula.ts'
import type { Argument, CallContext } from '../functions/definition.ts'
import type { CallableFunction } from '../functions/registry.ts'
import { type ArrayValue, isArray, isError, isLambda, isReference, type Value } from '../value/value.ts'
import { broadcast } from './broadcast.ts'
import type { createOperands } from './operands.ts'

interface Deps {
  contextAt(at: FormulaPlace): CallContext
  operand: ReturnType<typeof createOperands>['operand']
}

/** Functions return an error by throwing it. */
export const caught = (run: () => Value): Value => {
  try {
    return run()
  } catch (thrown) {
    if (isError(thrown as Value)) return thrown as Value
    throw thrown
  }
}

/** Calls functions. If a function expects a single value and gets an array, it is computed for each item. */
export const createLift =
  ({ contextAt, operand }: Deps) =>
  (
    found: CallableFunction & { lazy: false },
    taken: readonly Argument[],
    modes: readonly string[],
    at: FormulaPlace,
  ): Value => {
    const over = taken.flatMap((arg, n) =>
      modes[n] === 'v' && arg !== undefined && arg !== null && isArray(arg) ? [n] : [],
    )
    const run = (args: readonly Argument[]): Value => caught(() => found.run(args, contextAt(at)))
    if (over.length === 0) return run(taken)
    return broadcast(
      over.map((n) => taken[n] as ArrayValue),
      (...items) => {
        const args = [...taken]
        over.forEach((n, place) => {
          args[n] = items[place] ?? null
        })
        const value = run(args)
        const item = isReference(value) ? operand(value, at, true) : value
        return isArray(item) ? (item.items[0] ?? null) : isLambda(item) || isReference(item) ? calcError : item
      },
    )
  }
