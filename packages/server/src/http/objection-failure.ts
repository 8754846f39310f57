import { createFailure, type Failure, ruleFailure } from '@deal-canvas/fastapi-validation'
import type { Objection } from '../invalid-input.ts'

/** Converts an objection of a service to the format of validation errors. */
export const objectionFailure = ({ at, reason, input = null, context, missing = false }: Objection): Failure =>
  missing ? createFailure('missing', [...at], 'Field required', input) : ruleFailure([...at], reason, input, context)
