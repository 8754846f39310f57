import type { Keywords } from './keywords.ts'
import type { Report } from './report.ts'

/** Python's own limit on the digits of an integer; it also keeps patterns from running on a megabyte of text. */
const maxDigits = 4300

const withoutUnderscores = (text: string): string => (/^_|__|_$/.test(text) ? text : text.replaceAll('_', ''))

/** An integer as Pydantic parses it from text: accepts " 5 ", "+5", "1_000" and "5.0", rejects "5.5" and "5e3". */
export const integerFromText = (text: string): number | undefined => {
  if (text.length > maxDigits) return Number.POSITIVE_INFINITY
  const trimmed = text.trim()
  return /^[+-]?\d+(?:_\d+)*(?:\.0+)?$/.test(trimmed) ? Number(trimmed.replaceAll('_', '')) : undefined
}

export const numberFromText = (text: string): number | undefined => {
  if (text.length > maxDigits) return undefined
  const plain = withoutUnderscores(text.trim())
  if (/^[+-]?(?:inf|infinity|nan)$/i.test(plain)) return Number.NaN
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(plain) ? Number(plain) : undefined
}

/** Checks the bounds in Pydantic's order and reports the first violation. */
export const boundsOf = ({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Keywords) => {
  const bounds = [
    { type: 'less_than_equal', words: 'less than or equal to', key: 'le', limit: maximum },
    { type: 'less_than', words: 'less than', key: 'lt', limit: exclusiveMaximum },
    { type: 'greater_than_equal', words: 'greater than or equal to', key: 'ge', limit: minimum },
    { type: 'greater_than', words: 'greater than', key: 'gt', limit: exclusiveMinimum },
  ]
  const holds: Record<string, (value: number, limit: number) => boolean> = {
    le: (value, limit) => value <= limit,
    lt: (value, limit) => value < limit,
    ge: (value, limit) => value >= limit,
    gt: (value, limit) => value > limit,
  }
  return (value: number, input: unknown, report: Report): boolean => {
    for (const { type, words, key, limit } of bounds) {
      if (limit === undefined || holds[key]?.(value, limit)) continue
      report.fail(type, `Input should be ${words} ${limit}`, input, { [key]: limit })
      return false
    }
    return true
  }
}
