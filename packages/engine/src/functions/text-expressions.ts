import { naError, valueError } from '@deal-canvas/workbook-reader'
import { integer, text } from './arguments.ts'
import { type Argument, define, type FunctionDefinition, fail } from './definition.ts'
import { makeArray } from './grid.ts'
import { regularExpression } from './regular-expression.ts'

/** 0 is case-sensitive, 1 is not. */
const caseMatters = (arg: Argument): boolean => {
  const mode = integer(arg)
  return mode === 0 || mode === 1 ? mode === 0 : fail(valueError)
}

/** Excel's group references, in the syntax of a replacement: `\1` and `$1`. */
const replacement = (written: string): string => written.replaceAll(/\\(\d)/g, '$$$1').replaceAll(/\$0/g, () => '$&')

/** A replacement result longer than this does not fit into a cell. */
const maxWritten = 1_000_000

const replace = ([given, pattern, by, which, mode]: readonly Argument[]): string => {
  const expression = regularExpression(text(pattern), caseMatters(mode), true)
  const [words, put, instance] = [text(given), replacement(text(by)), integer(which)]
  const all = [...words.matchAll(expression)]
  if (all.length * put.length > maxWritten) fail(valueError)
  if (instance === 0) return words.replace(expression, put)
  const found = all.at(instance > 0 ? instance - 1 : instance)
  if (found === undefined) return words
  const rest = words.slice(found.index)
  return (
    words.slice(0, found.index) + rest.replace(new RegExp(expression.source, expression.flags.replace('g', '')), put)
  )
}

export const textExpressionFunctions: FunctionDefinition[] = [
  define('REGEXTEST', 'vvv?', ([given, pattern, mode]) =>
    regularExpression(text(pattern), caseMatters(mode)).test(text(given)),
  ),
  define('REGEXEXTRACT', 'vvv?v?', ([given, pattern, all, mode]) => {
    const found = [...text(given).matchAll(regularExpression(text(pattern), caseMatters(mode), true))]
    const [first] = found
    if (first === undefined) return fail(naError)
    switch (integer(all)) {
      case 0:
        return first[0]
      case 1:
        return makeArray(1, found.length, (_, column) => found[column]?.[0] ?? '')
      case 2:
        return makeArray(1, first.length - 1, (_, column) => first[column + 1] ?? '')
      default:
        return fail(valueError)
    }
  }),
  define('REGEXREPLACE', 'vvvv?v?', replace),
]
