import { valueError } from '@deal-canvas/workbook-reader'
import { integer, text } from './arguments.ts'
import { type Argument, define, type FunctionDefinition, fail } from './definition.ts'
import { given } from './grid.ts'
import { findWildcard, hasWildcard } from './wildcard.ts'

/** A number of characters; a negative number is an error. */
const length = (arg: Argument, otherwise = 0): number => {
  const count = integer(arg, otherwise)
  return count < 0 ? fail(valueError) : count
}

/** A 1-based position. */
const place = (arg: Argument, otherwise = 0): number => {
  const at = integer(arg, otherwise)
  return at < 1 ? fail(valueError) : at - 1
}

/** A function and its variant for bytes, which is the same in all languages with single-byte characters. */
const withBytes = (
  name: string,
  params: string,
  run: (args: readonly Argument[]) => string | number,
): FunctionDefinition[] => [define(name, params, run), define(`${name}B`, params, run)]

const find = (args: readonly Argument[]): number => {
  const [wanted, within] = [text(args[0]), text(args[1])]
  const from = place(given(args, 2), 1)
  const found = from > within.length ? -1 : within.indexOf(wanted, from)
  return found === -1 ? fail(valueError) : found + 1
}

const search = (args: readonly Argument[]): number => {
  const [wanted, within] = [text(args[0]), text(args[1])]
  const from = place(given(args, 2), 1)
  if (from > within.length) fail(valueError)
  const found = hasWildcard(wanted)
    ? findWildcard(wanted, within, from)
    : within.toLowerCase().indexOf(wanted.toLowerCase(), from)
  return found === -1 ? fail(valueError) : found + 1
}

const replace = (args: readonly Argument[]): string => {
  const old = text(args[0])
  const [from, count] = [place(args[1]), length(args[2])]
  return old.slice(0, from) + text(args[3]) + old.slice(from + count)
}

export const textPartFunctions: FunctionDefinition[] = [
  ...withBytes('LEFT', 'vv?', (args) => text(args[0]).slice(0, length(given(args, 1), 1))),
  ...withBytes('RIGHT', 'vv?', (args) => {
    const whole = text(args[0])
    return whole.slice(Math.max(0, whole.length - length(given(args, 1), 1)))
  }),
  ...withBytes('MID', 'vvv', ([whole, start, count]) => {
    const [words, from, size] = [text(whole), place(start), length(count)]
    return words.slice(from, from + size)
  }),
  ...withBytes('LEN', 'v', ([whole]) => text(whole).length),
  ...withBytes('FIND', 'vvv?', find),
  ...withBytes('SEARCH', 'vvv?', search),
  ...withBytes('REPLACE', 'vvvv', replace),
]
