import { readEmail } from './email.ts'
import type { Keywords } from './keywords.ts'
import { boundsOf, integerFromText, numberFromText } from './numbers.ts'
import type { Check, Report } from './report.ts'
import { codePoints, plural } from './text.ts'
import { readUuid } from './uuid.ts'

/** Where a value comes from. JSON has types and is not coerced; path and query contain text, which is parsed. */
export type Source = 'json' | 'text'

const notString = (value: unknown, report: Report) =>
  report.fail('string_type', 'Input should be a valid string', value)

export const text = ({ minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern }: Keywords): Check => {
  const shape = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  return (value, report) => {
    if (typeof value !== 'string') return notString(value, report)
    const length = codePoints(value)
    if (length > maxLength) {
      const msg = `String should have at most ${plural(maxLength, 'character')}`
      return report.fail('string_too_long', msg, value, { max_length: maxLength })
    }
    if (length < minLength) {
      const msg = `String should have at least ${plural(minLength, 'character')}`
      return report.fail('string_too_short', msg, value, { min_length: minLength })
    }
    if (shape && !shape.test(value))
      return report.fail('string_pattern_mismatch', `String should match pattern '${pattern}'`, value, { pattern })
    return value
  }
}

export const email = (schema: Keywords): Check => {
  const fits = text(schema)
  return (value, report) => {
    if (typeof value !== 'string') return notString(value, report)
    const read = readEmail(value)
    if ('address' in read) return fits(read.address, report)
    const { reason } = read
    return report.fail('value_error', `value is not a valid email address: ${reason}`, value, { reason })
  }
}

export const uuid: Check = (value, report) => {
  if (typeof value !== 'string')
    return report.fail('uuid_type', 'UUID input should be a string, bytes or UUID object', value)
  const read = readUuid(value)
  if ('uuid' in read) return read.uuid
  return report.fail('uuid_parsing', `Input should be a valid UUID, ${read.error}`, value, { error: read.error })
}

export const literal = (words: readonly string[]): Check => {
  const quoted = words.map((word) => `'${word}'`)
  const last = quoted.pop() ?? ''
  const expected = quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`
  return (value, report) =>
    words.some((word) => word === value)
      ? value
      : report.fail('literal_error', `Input should be ${expected}`, value, { expected })
}

const truths = new Map([
  ...['1', 'true', 't', 'yes', 'y', 'on'].map((word) => [word, true] as const),
  ...['0', 'false', 'f', 'no', 'n', 'off'].map((word) => [word, false] as const),
])

export const boolean =
  (source: Source): Check =>
  (value, report) => {
    if (typeof value === 'boolean') return value
    if (typeof value !== 'string') return report.fail('bool_type', 'Input should be a valid boolean', value)
    const parsed = source === 'text' ? truths.get(value.toLowerCase()) : undefined
    const msg = 'Input should be a valid boolean, unable to interpret input'
    return parsed ?? report.fail('bool_parsing', msg, value)
  }

const notFinite = (value: unknown, report: Report) =>
  report.fail('finite_number', 'Input should be a finite number', value)

export const number = (schema: Keywords, source: Source): Check => {
  const withinBounds = boundsOf(schema)
  return (value, report) => {
    if (typeof value !== 'number' && typeof value !== 'string')
      return report.fail('float_type', 'Input should be a valid number', value)
    const parsed = typeof value === 'number' ? value : source === 'text' ? numberFromText(value) : undefined
    if (parsed === undefined) {
      const msg = 'Input should be a valid number, unable to parse string as a number'
      return report.fail('float_parsing', msg, value)
    }
    if (!Number.isFinite(parsed)) return notFinite(value, report)
    return withinBounds(parsed, value, report) ? parsed : undefined
  }
}

export const integer = (schema: Keywords, source: Source): Check => {
  const withinBounds = boundsOf(schema)
  return (value, report) => {
    if (typeof value !== 'number' && typeof value !== 'string')
      return report.fail('int_type', 'Input should be a valid integer', value)
    const parsed = typeof value === 'number' ? value : source === 'text' ? integerFromText(value) : undefined
    if (parsed === undefined) {
      const msg = 'Input should be a valid integer, unable to parse string as an integer'
      return report.fail('int_parsing', msg, value)
    }
    if (typeof value === 'number' && !Number.isFinite(value)) return notFinite(value, report)
    if (typeof value === 'number' && !Number.isInteger(value)) {
      const msg = 'Input should be a valid integer, got a number with a fractional part'
      return report.fail('int_from_float', msg, value)
    }
    if (!withinBounds(parsed, value, report)) return undefined
    if (Number.isSafeInteger(parsed)) return parsed
    // Above 2^53 a double stands for several integers: handing one on would silently change what the client sent.
    const msg = 'Unable to parse input string as an integer, exceeded maximum size'
    return report.fail('int_parsing_size', msg, value)
  }
}
