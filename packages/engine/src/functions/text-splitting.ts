import { naError, valueError } from '@deal-canvas/workbook-reader'
import type { ArrayValue, Scalar, Value } from '../value/value.ts'
import { boolean, integer, number, scalar, text } from './arguments.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'
import { grid, makeArray } from './grid.ts'

/** The position of a delimiter in a text. */
interface Mark {
  readonly start: number
  readonly end: number
}

const delimitersOf = (arg: Argument, context: CallContext): string[] => [
  ...new Set(grid(arg, context).items.map((item) => text(item))),
]

/** All positions of any delimiter, from left to right; the longest one counts if several start there. */
const marks = (words: string, delimiters: readonly string[], anyCase: boolean): Mark[] => {
  const within = anyCase ? words.toLowerCase() : words
  const wanted = delimiters
    .map((delimiter) => (anyCase ? delimiter.toLowerCase() : delimiter))
    .filter((delimiter) => delimiter !== '')
  const found: Mark[] = []
  for (let at = 0; at < within.length; ) {
    const here = wanted.filter((delimiter) => within.startsWith(delimiter, at)).sort((a, b) => b.length - a.length)[0]
    if (here === undefined) at += 1
    else {
      found.push({ start: at, end: at + here.length })
      at += here.length
    }
  }
  return found
}

const flag = (arg: Argument): boolean => {
  const value = integer(arg)
  return value === 0 || value === 1 ? value === 1 : fail(valueError)
}

/** The requested delimiter: counted from the end if negative. The end itself can count as one. */
const meant = (args: readonly Argument[], context: CallContext): { words: string; mark: Mark | undefined } => {
  const words = text(args[0])
  const delimiters = delimitersOf(args[1], context)
  const instance = Math.floor(number(args[2], 1))
  const [anyCase, atEnd] = [flag(args[3]), flag(args[4])]
  const shortest = delimiters.reduce((least, delimiter) => Math.min(least, delimiter.length), words.length + 1)
  // More delimiters than fit into the text.
  if (instance === 0 || (args[2] !== undefined && Math.abs(instance) * shortest > words.length)) fail(valueError)
  // An empty delimiter is before the first character or, counted from the end, after the last.
  if (delimiters.includes('')) {
    const at = instance > 0 ? 0 : words.length
    return { words, mark: { start: at, end: at } }
  }
  const found = marks(words, delimiters, anyCase)
  if (atEnd && instance > 0) found.push({ start: words.length, end: words.length })
  if (atEnd && instance < 0) found.unshift({ start: 0, end: 0 })
  return { words, mark: found.at(instance > 0 ? instance - 1 : instance) }
}

const side = (name: string, part: (words: string, mark: Mark) => string): FunctionDefinition =>
  define(name, 'vrv?v?v?v?', (args, context): Value => {
    const { words, mark } = meant(args, context)
    if (mark !== undefined) return part(words, mark)
    return args[5] === undefined ? fail(naError) : (scalar(args[5]) ?? '')
  })

const pieces = (words: string, delimiters: readonly string[], anyCase: boolean, ignoreEmpty: boolean): string[] => {
  const found: string[] = []
  let from = 0
  for (const { start, end } of marks(words, delimiters, anyCase)) {
    found.push(words.slice(from, start))
    from = end
  }
  found.push(words.slice(from))
  return ignoreEmpty ? found.filter((part) => part !== '') : found
}

const split = ([given, byColumn, byRow, ignore, mode, pad]: readonly Argument[], context: CallContext): ArrayValue => {
  const [ignoreEmpty, anyCase] = [boolean(ignore), flag(mode)]
  const columns = byColumn === undefined ? [] : delimitersOf(byColumn, context)
  const rows = byRow === undefined ? [] : delimitersOf(byRow, context)
  if ([...columns, ...rows].includes('') || columns.length + rows.length === 0) fail(valueError)
  const lines = pieces(text(given), rows, anyCase, ignoreEmpty).map((line) =>
    pieces(line, columns, anyCase, ignoreEmpty),
  )
  const filling: Scalar = pad === undefined ? naError : scalar(pad)
  return makeArray(
    lines.length,
    Math.max(...lines.map((line) => line.length)),
    (row, column) => lines[row]?.[column] ?? filling,
  )
}

export const textSplittingFunctions: FunctionDefinition[] = [
  side('TEXTBEFORE', (words, { start }) => words.slice(0, start)),
  side('TEXTAFTER', (words, { end }) => words.slice(end)),
  define('TEXTSPLIT', 'vr?r?v?v?v?', split),
]
