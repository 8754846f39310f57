import type { Expression } from '../formula/expression.ts'
import { type Arguments, type Piece, stop } from './code-writer.ts'
import { scalarCall, scalarFunctions } from './helper-functions.ts'
import type { Coder } from './template-code.ts'

const number = (code: string): Piece => ({ kind: 'number', code })
const boolean = (code: string): Piece => ({ kind: 'boolean', code })

/** One of two branches; they must have the same type, and at least one type must be known. */
const either = (test: string, yes: Piece | 'other', no: Piece | 'other'): Piece => {
  if (yes === 'other' && no === 'other') return stop()
  const known = yes === 'other' ? no : yes
  if (known === 'other' || (yes !== 'other' && no !== 'other' && yes.kind !== no.kind)) return stop()
  const bail = known.kind === 'number' ? 'bail()' : '(bail() === 1)'
  return {
    kind: known.kind,
    code: `(${test} ? ${yes === 'other' ? bail : yes.code} : ${no === 'other' ? bail : no.code})`,
  }
}

/** Functions that return a reference rather than a value: only the interpreter knows how they treat an empty cell. */
const handsOn = new Set(['IF', 'IFS', 'CHOOSE', 'SWITCH', 'IFERROR', 'IFNA', 'INDEX', 'VLOOKUP', 'HLOOKUP', 'XLOOKUP'])

/** Whether an argument could be a computed reference. */
export const canHandOn = (expression: Expression | undefined, { meant }: Coder): boolean => {
  const inner = expression && meant(expression)
  return inner?.kind === 'call' && handsOn.has(inner.name)
}

/** An argument of AND and OR, as a condition. */
const ofMany = (expression: Expression | undefined, coder: Coder): string => {
  const cell = coder.cellOf(expression)
  if (cell !== undefined) return `(${coder.writer.reading('truth', cell)} ? 1 : 0)`
  if (expression === undefined || canHandOn(expression, coder)) return stop()
  return `(${coder.condition(expression)} ? 1 : 0)`
}

const choice = ([index, ...choices]: Arguments, { writer, sound, branch }: Coder): Piece => {
  if (index === undefined || choices.length === 0) return stop()
  const place = writer.temporary()
  const pieces = choices.map((item) => branch(item))
  const rest = pieces.reduceRight<Piece | 'other'>(
    (after, piece, n) =>
      after === 'other' && piece === 'other' ? 'other' : either(`${place} === ${n + 1}`, piece, after),
    'other',
  )
  return rest === 'other'
    ? stop()
    : { kind: rest.kind, code: `(${place} = Math.trunc(fin(${sound(index)})), ${rest.code})` }
}

const conditions = (args: Arguments, { condition, branch }: Coder): Piece => {
  if (args.length % 2 === 1 || args.length === 0) return stop()
  let code: Piece | 'other' = 'other'
  for (let n = args.length - 2; n >= 0; n -= 2) {
    const value = branch(args[n + 1])
    code = code === 'other' && value === 'other' ? 'other' : either(condition(args[n]), value, code)
  }
  return code === 'other' ? stop() : code
}

/** The tags of cell types. */
const kindTests: Record<string, string> = { ISNUMBER: '=== 1', ISTEXT: '=== 3', ISBLANK: '=== 0', ISERROR: '=== 4' }

/** ISNUMBER and ISERROR of a computed value: infinite is certainly an error; NaN is left to the interpreter. */
const testOfNumber = (name: string, [arg, ...rest]: Arguments, coder: Coder): Piece => {
  if (arg === undefined || rest.length > 0 || canHandOn(arg, coder)) return stop()
  const { code, kind } = coder.piece(arg)
  if (kind !== 'number' || (name !== 'ISNUMBER' && name !== 'ISERROR')) return stop()
  return boolean(`${name === 'ISERROR' ? '' : '!'}isInfinite(${code})`)
}

const codes: Record<string, (args: Arguments, coder: Coder) => Piece> = {
  IF: (args, { condition, branch }) => {
    if (args.length < 2 || args.length > 3) return stop()
    const no: Piece | 'other' = args.length === 2 ? boolean('false') : branch(args[2])
    const yes = branch(args[1])
    // Without a second branch the result is FALSE, which is not a number.
    const other = args.length === 2 && yes !== 'other' && yes.kind === 'number' ? 'other' : no
    return either(condition(args[0]), yes, other)
  },
  IFS: conditions,
  CHOOSE: choice,
  AND: (args, coder) => boolean(`(${args.map((arg) => ofMany(arg, coder)).join(' & ')}) === 1`),
  OR: (args, coder) => boolean(`(${args.map((arg) => ofMany(arg, coder)).join(' | ')}) === 1`),
  NOT: ([arg, ...rest], { condition }) => (rest.length > 0 ? stop() : boolean(`!${condition(arg)}`)),
  IFERROR: ([given, fallback, ...rest], { writer, branch, piece }) => {
    if (given === undefined || rest.length > 0) return stop()
    const value = piece(given)
    if (value.kind !== 'number') return stop()
    const t = writer.temporary()
    // Infinite is a division by zero; NaN can be a text that reads as a number.
    return either(`isInfinite(${t} = ${value.code})`, branch(fallback), number(t))
  },
  IFNA: ([arg, , ...rest], { piece }) => {
    if (arg === undefined || rest.length > 0) return stop()
    const { code, kind } = piece(arg)
    return kind === 'number' ? number(`fin(${code})`) : stop()
  },
  ABS: (args, coder) => simple('Math.abs', args, 1, coder),
  SQRT: (args, coder) => simple('Math.sqrt', args, 1, coder),
  EXP: (args, coder) => simple('Math.exp', args, 1, coder),
  LN: (args, coder) => simple('Math.log', args, 1, coder),
  INT: (args, coder) => simple('whole', args, 1, coder),
  MOD: (args, coder) => simple('mod', args, 2, coder),
  ROUND: (args, coder) => simple('round', args, 2, coder),
  PI: (args) => (args.length === 0 ? number('Math.PI') : stop()),
  TRUE: (args) => (args.length === 0 ? boolean('true') : stop()),
  FALSE: (args) => (args.length === 0 ? boolean('false') : stop()),
}

const simple = (helper: string, args: Arguments, count: number, { sound }: Coder): Piece =>
  args.length === count ? number(`${helper}(${args.map((arg) => sound(arg)).join(', ')})`) : stop()

/** An argument of a library function: always a number. */
export const plainNumber = (expression: Expression, { cellOf, piece, writer }: Coder): string => {
  const cell = cellOf(expression)
  if (cell !== undefined) return writer.reading('numberAt', cell)
  const { code, kind } = piece(expression)
  return kind === 'number' ? code : stop()
}

const libraryCall = (name: string, args: Arguments, coder: Coder): Piece => {
  const given = args.flatMap((arg) => (arg === undefined ? [] : [plainNumber(arg, coder)]))
  const maker = scalarCall(
    name,
    args.map((arg) => arg !== undefined),
  )
  return number(coder.writer.helper(maker, given))
}

/** The code of a call of a scalar function; undefined if the function is not compiled. */
export const functionCodes = (name: string, args: Arguments, coder: Coder): Piece | undefined => {
  const test = kindTests[name]
  if (test !== undefined) {
    const cell = args.length === 1 ? coder.cellOf(args[0]) : undefined
    return cell === undefined ? testOfNumber(name, args, coder) : boolean(`(T[${cell}] ${test})`)
  }
  const code = codes[name]
  if (code !== undefined) return code(args, coder)
  return scalarFunctions.has(name) ? libraryCall(name, args, coder) : undefined
}
