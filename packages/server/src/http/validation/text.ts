import type { Check } from './report.ts'

const unclean = 'Text must not contain U+0000 or unpaired surrogates'

/** PostgreSQL stores neither U+0000 nor an unpaired surrogate: such text would pass here and fail there, as a 500. */
export const isCleanText = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text)

export { codePoints } from '../../code-points.ts'

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Puts the rule on clean text before any other rule about the value. */
export const cleanFirst =
  (check: Check): Check =>
  (value, report) =>
    typeof value === 'string' && !isCleanText(value)
      ? report.fail('value_error', `Value error, ${unclean}`, null, { error: unclean })
      : check(value, report)
