import type { Objection } from '../../invalid-input.ts'
import { createFailure, type Failure, type Loc } from './failure.ts'

/** A rule that no schema can say. `more` adds to ctx what helps the caller (the nearest known keys, for instance). */
export const ruleFailure = (loc: Loc, reason: string, input: unknown, more?: Record<string, unknown>): Failure =>
  createFailure('value_error', loc, `Value error, ${reason}`, input, { error: reason, ...more })

/** What a service objected to, worded like every other failure. */
export const objectionFailure = ({ at, reason, input = null, missing = false }: Objection): Failure =>
  missing ? createFailure('missing', [...at], 'Field required', input) : ruleFailure([...at], reason, input)
