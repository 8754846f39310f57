import { numError } from '../value/error-value.ts'
import { isError } from '../value/value.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'

/** Ends a function with #NUM! where its arguments are outside of what it is made for. */
export const demand = (holds: boolean): void => {
  if (!holds) fail(numError)
}

/** Declares a function under all its names. The first argument that is an error decides, before any is judged. */
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
