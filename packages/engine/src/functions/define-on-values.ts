import { numError } from '@deal-canvas/workbook-reader'
import { isError } from '../value/value.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'

/** Throws #NUM! if arguments are outside the function's domain. */
export const demand = (holds: boolean): void => {
  if (!holds) fail(numError)
}

/**
 * Declares a function under all its names. The first argument that is an error is the result, before any is checked.
 */
export const defineOnValues = (
  names: readonly string[],
  params: string,
  run: (args: readonly Argument[], context: CallContext) => number,
): FunctionDefinition[] =>
  names.map((name) =>
    define(name, params, (args, context) => {
      for (const arg of args) if (isError(arg)) fail(arg)
      return run(args, context)
    }),
  )
