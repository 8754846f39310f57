import { createFailure, type Failure, type Loc } from './failure.ts'

/**
 * A failure of a rule that a schema cannot express. `more` adds helpful details to ctx (such as the nearest known
 * keys).
 */
export const ruleFailure = (
  loc: Loc,
  reason: string,
  input: unknown,
  more?: Readonly<Record<string, unknown>>,
): Failure => createFailure('value_error', loc, `Value error, ${reason}`, input, { error: reason, ...more })
