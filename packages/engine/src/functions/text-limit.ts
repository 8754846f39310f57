import { type ErrorValue, valueError } from '@deal-canvas/workbook-reader'
import { fail } from './definition.ts'

/** The maximum number of characters in a cell. */
export const maxTextLength = 32_767

/** Joins parts into one text; never builds one that does not fit into a cell. */
export const joined = (parts: readonly string[], tooLong: ErrorValue = valueError): string => {
  let length = 0
  for (const part of parts) {
    length += part.length
    if (length > maxTextLength) fail(tooLong)
  }
  return parts.join('')
}
