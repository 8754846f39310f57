import type { Check } from './report.ts'

const unclean = 'Text must not contain U+0000 or unpaired surrogates'

/** PostgreSQL stores neither U+0000 nor unpaired surrogates: such text would pass here and fail there with a 500. */
export const isCleanText = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text)

/** Length of clean text in code points: each surrogate pair counts once. */
export const codePoints = (text: string): number => text.length - (text.match(/[\ud800-\udbff]/g)?.length ?? 0)

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Checks for clean text before any other rule on the value. */
export const cleanFirst =
  (check: Check): Check =>
  (value, report) =>
    typeof value === 'string' && !isCleanText(value)
      ? report.fail('value_error', `Value error, ${unclean}`, null, { error: unclean })
      : check(value, report)
