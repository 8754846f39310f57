import { calcError, valueError } from '@deal-canvas/workbook-reader'
import { toText } from '../value/coerce.ts'
import { isError, type Scalar } from '../value/value.ts'
import { boolean, integer, text } from './arguments.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'
import { grid } from './grid.ts'
import { joined, maxTextLength } from './text-limit.ts'

const substitute = ([whole, old, replacement, instance]: readonly Argument[]): string => {
  const [words, wanted, by] = [text(whole), text(old), text(replacement)]
  const which = instance === undefined ? undefined : integer(instance)
  if (which !== undefined && which < 1) fail(valueError)
  if (wanted === '') return words
  if (which === undefined) return joined(words.split(wanted).map((part, n) => (n === 0 ? part : by + part)))
  let at = words.indexOf(wanted)
  for (let n = 1; n < which && at !== -1; n++) at = words.indexOf(wanted, at + wanted.length)
  return at === -1 ? words : joined([words.slice(0, at), by, words.slice(at + wanted.length)])
}

const proper = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/(\p{L}\p{M}*)((?:\p{L}\p{M}*)*)/gu, (_, first: string, rest: string) => first.toUpperCase() + rest)

const word = (value: Scalar): string => {
  const found = toText(value)
  return typeof found === 'string' ? found : fail(found)
}

const words = (args: readonly Argument[], context: CallContext): string[] =>
  args.flatMap((arg) => grid(arg, context).items.map(word))

const join = ([delimiter, ignoreEmpty, ...parts]: readonly Argument[], context: CallContext): string => {
  const delimiters = grid(delimiter, context).items.map(word)
  const all = words(parts, context)
  const kept = boolean(ignoreEmpty, true) ? all.filter((text) => text !== '') : all
  return joined(
    kept.map((text, n) => (n === 0 ? text : (delimiters[(n - 1) % delimiters.length] ?? '') + text)),
    calcError,
  )
}

/** A value as VALUETOTEXT writes it; in the strict form, as it would be typed into a formula. */
const written = (value: Scalar, strict: boolean): string => {
  if (isError(value)) return value.error
  return strict && typeof value === 'string' ? `"${value.replaceAll('"', '""')}"` : word(value)
}

const strictForm = (arg: Argument): boolean => {
  const form = integer(arg)
  return form === 0 || form === 1 ? form === 1 : fail(valueError)
}

const arrayToText = ([from, form]: readonly Argument[], context: CallContext): string => {
  const whole = grid(from, context)
  const strict = strictForm(form)
  const rows = Array.from({ length: whole.rows }, (_, row) =>
    whole.items.slice(row * whole.columns, (row + 1) * whole.columns).map((item) => written(item, strict)),
  )
  const parts = rows.flatMap((row, n) =>
    row.map((item, column) => (column > 0 ? (strict ? ',' : ', ') : n > 0 ? (strict ? ';' : ', ') : '') + item),
  )
  return strict ? `{${joined(parts)}}` : joined(parts)
}

export const textChangeFunctions: FunctionDefinition[] = [
  define('SUBSTITUTE', 'vvvv?', substitute),
  define('TRIM', 'v', ([whole]) => text(whole).replaceAll(/ +/g, ' ').replace(/^ | $/g, '')),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the letters that CLEAN takes away
  define('CLEAN', 'v', ([whole]) => text(whole).replaceAll(/[\u0000-\u001f]/g, '')),
  define('UPPER', 'v', ([whole]) => text(whole).toUpperCase()),
  define('LOWER', 'v', ([whole]) => text(whole).toLowerCase()),
  define('PROPER', 'v', ([whole]) => proper(text(whole))),
  define('REPT', 'vv', ([whole, times]) => {
    const [part, count] = [text(whole), integer(times)]
    if (part === '' && count >= 0) return ''
    return count < 0 || part.length * count > maxTextLength ? fail(valueError) : part.repeat(count)
  }),
  define('EXACT', 'vv', ([a, b]) => text(a) === text(b)),
  define('CONCATENATE', 'v*', (args) => joined(args.map((arg) => text(arg)))),
  define('CONCAT', 'r*', (args, context) => joined(words(args, context))),
  define('TEXTJOIN', 'rvr*', join),
  define('VALUETOTEXT', 'vv?', ([value, form]) => {
    const strict = strictForm(form)
    return written((value ?? null) as Scalar, strict)
  }),
  define('ARRAYTOTEXT', 'av?', arrayToText),
  define('ENCODEURL', 'v', ([whole]) =>
    encodeURIComponent(text(whole)).replaceAll(
      /[!'()*]/g,
      (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
    ),
  ),
]
