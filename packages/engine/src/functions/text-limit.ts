import { type ErrorValue, valueError } from '../value/error-value.ts'
import { fail } from './definition.ts'

/** The most letters that a cell can hold. */
export const maxTextLength = 32_767

/** Parts as one text; one that no cell could hold is never built. */
export const joined = (parts: readonly string[], tooLong: ErrorValue = valueError): string => {
  let length = 0
  for (const part of parts) {
    length += part.length
    if (length > maxTextLength) fail(tooLong)
  }
  return parts.join('')
}
