import type { Expression } from '../formula/expression.ts'
import { functionNamed } from '../functions/registry.ts'
import { type Arguments, type createCodeWriter, type Piece, stop } from './code-writer.ts'
import { type Conditional, conditional } from './conditional-helpers.ts'
import { canHandOn, plainNumber } from './function-codes.ts'
import { rangeCall, rangeFunctions } from './helper-functions.ts'
import { type Line, placeIn } from './lookup-helpers.ts'
import { presentWorth, rateOfDatedReturn, rateOfReturn } from './rate-helper.ts'
import { sumProduct } from './sum-product.ts'
import type { Coder } from './template-code.ts'

const number = (code: string): Piece => ({ kind: 'number', code })

type Writer = ReturnType<typeof createCodeWriter>

interface Fold {
  readonly start: string
  /** Whether it makes no difference if a cell passed through, as by IF, is empty. */
  readonly takesCells: boolean
  ofArea(area: string, before: string, writer: Writer): string
  ofCell(cell: string, before: string, writer: Writer): string
  ofNumber(code: string, before: string): string
}

/** Visits arguments in order, so that sums match the interpreter to the last bit. */
const folded = (args: Arguments, coder: Coder, { start, takesCells, ofArea, ofCell, ofNumber }: Fold): string =>
  args.reduce<string>((before, arg) => {
    if (arg === undefined) return stop()
    const cell = coder.cellOf(arg)
    if (cell !== undefined) return ofCell(cell, before, coder.writer)
    const area = coder.areaOf(arg)
    if (area !== undefined) return ofArea(area, before, coder.writer)
    return !takesCells && canHandOn(arg, coder) ? stop() : ofNumber(coder.sound(arg), before)
  }, start)

const sum: Fold = {
  start: '0',
  takesCells: true,
  ofArea: (area, before, { sum: sumOf }) => sumOf(area, before),
  ofCell: (cell, before, { reading }) => `(${before} + ${reading('counted', cell)})`,
  ofNumber: (code, before) => `(${before} + ${code})`,
}
const count: Fold = {
  start: '0',
  takesCells: false,
  ofArea: (area, before) => `countOf(${area}, ${before})`,
  ofCell: (cell, before) => `(${before} + isCounted(${cell}))`,
  ofNumber: (_, before) => `(${before} + 1)`,
}
const extreme = (kind: 'max' | 'min'): Fold => ({
  start: kind === 'max' ? '-Infinity' : 'Infinity',
  takesCells: false,
  ofArea: (area, before, { reading }) => reading(`${kind}Of`, area, before),
  ofCell: (cell, before, { reading }) => reading(`${kind}At`, cell, before),
  ofNumber: (code, before) => `Math.${kind}(${code}, ${before})`,
})

const extremeOf = (kind: 'max' | 'min', args: Arguments, coder: Coder): Piece => {
  const t = coder.writer.temporary()
  return number(`((${t} = ${folded(args, coder, extreme(kind))}) === ${extreme(kind).start} ? 0 : ${t})`)
}

const conditionals: Record<string, { what: Conditional; values: 'first' | 'last' | 'none' }> = {
  SUMIF: { what: 'sum', values: 'last' },
  AVERAGEIF: { what: 'mean', values: 'last' },
  COUNTIF: { what: 'count', values: 'none' },
  SUMIFS: { what: 'sum', values: 'first' },
  AVERAGEIFS: { what: 'mean', values: 'first' },
  MAXIFS: { what: 'largest', values: 'first' },
  MINIFS: { what: 'smallest', values: 'first' },
  COUNTIFS: { what: 'count', values: 'none' },
}

/** A value of any type: a text, the content of a cell, a number, or several of them joined. */
const anyValue = (given: Expression | undefined, coder: Coder): string => {
  if (given === undefined) return stop()
  const expression = coder.meant(given)
  const cell = coder.cellOf(expression)
  if (cell !== undefined) return coder.writer.reading('C', cell)
  if (expression.kind === 'constant' && typeof expression.value === 'string') return coder.writer.text(expression.value)
  if (expression.kind === 'binary' && expression.operator === '&')
    return `joined(${anyValue(expression.left, coder)}, ${anyValue(expression.right, coder)})`
  return `fin(${plainNumber(expression, coder)})`
}

const areaOrStop = (expression: Expression | undefined, coder: Coder): string => coder.areaOf(expression) ?? stop()

const conditionalCode = (name: string, args: Arguments, coder: Coder): Piece => {
  const { what, values } = conditionals[name] ?? stop()
  const isLong = values === 'last' && args.length === 3
  const pairs = values === 'first' ? args.slice(1) : isLong ? args.slice(0, 2) : args
  if (pairs.length === 0 || pairs.length % 2 === 1) return stop()
  const from = values === 'first' ? args[0] : isLong ? args[2] : args[0]
  const codes = pairs.map((arg, n) => (n % 2 === 0 ? areaOrStop(arg, coder) : anyValue(arg, coder)))
  return number(coder.writer.helper(conditional(what, pairs.length / 2), [areaOrStop(from, coder), ...codes]))
}

const place = (line: Line, wanted: Expression | undefined, area: string, type: string, coder: Coder): string =>
  coder.writer.helper(placeIn(line, 'wildcard'), [area, anyValue(wanted, coder), type])

const inTable = (along: Line, args: Arguments, coder: Coder) => {
  const [wanted, from, line, approximate] = args
  const area = areaOrStop(from, coder)
  const type = args.length < 4 ? '1' : `(${coder.condition(approximate)} ? 1 : 0)`
  // Line 0 is an error here; it does not mean all lines.
  return { area, found: place(along, wanted, area, type, coder), line: `(Math.trunc(${coder.sound(line)}) || -1)` }
}

/** Functions that return one cell of a rectangle: the code of its slot. */
const cellCodes: Record<string, (args: Arguments, coder: Coder) => string> = {
  INDEX: (args, coder) => {
    const [from, row, column] = args
    const area = areaOrStop(from, coder)
    if (args.length < 2 || args.length > 3) return stop()
    if (args.length === 2) return `along(${area}, ${coder.sound(row)})`
    return `at(${area}, ${coder.sound(row)}, ${coder.sound(column)})`
  },
  VLOOKUP: (args, coder) => {
    const { area, found, line } = inTable('column', args, coder)
    return `at(${area}, ${found} + 1, ${line})`
  },
  HLOOKUP: (args, coder) => {
    const { area, found, line } = inTable('row', args, coder)
    return `at(${area}, ${line}, ${found} + 1)`
  },
  XLOOKUP: ([wanted, where, results, ...rest], coder) => {
    if (rest.length > 0) return stop()
    const [from, to] = [areaOrStop(where, coder), areaOrStop(results, coder)]
    const found = coder.writer.helper(placeIn('only', 'same'), [from, anyValue(wanted, coder), '0'])
    return `beside(${to}, ${from}, ${found})`
  },
}

const pieceCodes: Record<string, (args: Arguments, coder: Coder) => Piece> = {
  SUM: (args, coder) => number(folded(args, coder, sum)),
  AVERAGE: (args, coder) => number(`(${folded(args, coder, sum)} / ${folded(args, coder, count)})`),
  MAX: (args, coder) => extremeOf('max', args, coder),
  MIN: (args, coder) => extremeOf('min', args, coder),
  COUNT: (args, coder) =>
    number(args.reduce<string>((before, arg) => `numbersIn(${areaOrStop(arg, coder)}, ${before})`, '0')),
  COUNTA: (args, coder) =>
    number(args.reduce<string>((before, arg) => `filledIn(${areaOrStop(arg, coder)}, ${before})`, '0')),
  SUMPRODUCT: (args, coder) =>
    number(
      coder.writer.helper(
        sumProduct,
        args.map((arg) => areaOrStop(arg, coder)),
      ),
    ),
  NPV: (args, coder) => {
    const [rate, payments, ...rest] = args
    const area = rest.length === 0 ? coder.areaOf(payments) : undefined
    if (rate === undefined || area === undefined) return rangeCallCode('NPV', args, coder)
    return number(coder.writer.helper(presentWorth, [plainNumber(rate, coder), area]))
  },
  IRR: (args, coder) => rateCode('IRR', args, coder),
  XIRR: (args, coder) => rateCode('XIRR', args, coder),
  MATCH: (args, coder) => {
    const [wanted, from, type] = args
    if (args.length > 3 || (args.length === 3 && type === undefined)) return stop()
    const kind = type === undefined ? '1' : coder.sound(type)
    return number(`(${place('only', wanted, areaOrStop(from, coder), kind, coder)} + 1)`)
  },
}

/** Arguments of a range function: rectangles, including single cells, and numbers. */
const rangeCallCode = (name: string, args: Arguments, coder: Coder): Piece => {
  const modes = (functionNamed(name)?.params ?? '').replaceAll(/[?*]/g, '')
  const isValue = (n: number): boolean => modes[Math.min(n, modes.length - 1)] === 'v'
  const codes = args.map((arg, n) => {
    if (arg === undefined) return stop()
    const area = isValue(n) ? undefined : coder.areaOf(arg)
    if (area === undefined && !isValue(n) && canHandOn(arg, coder)) return stop()
    return { code: area ?? plainNumber(arg, coder), isArea: area !== undefined }
  })
  const maker = rangeCall(
    name,
    codes.map(({ isArea }) => isArea),
  )
  return number(
    coder.writer.helper(
      maker,
      codes.map(({ code }) => code),
    ),
  )
}

/** Rates of return of ranges; other arguments are handled as in other functions. */
const rateCode = (name: 'IRR' | 'XIRR', args: Arguments, coder: Coder): Piece => {
  const lists = name === 'IRR' ? 1 : 2
  const areas = args.slice(0, lists).flatMap((arg) => coder.areaOf(arg) ?? [])
  const guess = args[lists]
  if (areas.length < lists || args.length > lists + 1) return rangeCallCode(name, args, coder)
  const maker = name === 'IRR' ? rateOfReturn : rateOfDatedReturn
  return number(coder.writer.helper(maker, guess === undefined ? areas : [...areas, plainNumber(guess, coder)]))
}

/** The code of calls of range functions; undefined if the function is not compiled. */
export const rangeCodes = {
  cell: (name: string, args: Arguments, coder: Coder): string | undefined => cellCodes[name]?.(args, coder),
  piece: (name: string, args: Arguments, coder: Coder): Piece | undefined => {
    const code = pieceCodes[name]
    if (code !== undefined) return code(args, coder)
    if (name in conditionals) return conditionalCode(name, args, coder)
    return rangeFunctions.has(name) ? rangeCallCode(name, args, coder) : undefined
  },
}
