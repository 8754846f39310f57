import { numError, valueError } from '@deal-canvas/workbook-reader'
import { toText } from '../value/coerce.ts'
import { addInInteger, addInNumber } from './add-in-arguments.ts'
import { integer, number, scalar } from './arguments.ts'
import { type Argument, define, type FunctionDefinition, fail } from './definition.ts'

interface NumberSystem {
  readonly name: string
  readonly base: number
  /** Numbers have 10 digits; half of them are negative. */
  readonly half: number
}

const binary: NumberSystem = { name: 'BIN', base: 2, half: 2 ** 9 }
const octal: NumberSystem = { name: 'OCT', base: 8, half: 2 ** 29 }
const hexadecimal: NumberSystem = { name: 'HEX', base: 16, half: 2 ** 39 }
const systems = [binary, octal, hexadecimal]

const maxDigits = 10

const parse = (arg: Argument, { base, half }: NumberSystem): number => {
  const given = scalar(arg)
  const written = typeof given === 'boolean' ? valueError : toText(given)
  if (typeof written !== 'string') return fail(written)
  const digits = written.toUpperCase()
  const allowed = '0123456789ABCDEF'.slice(0, base)
  if (digits.length > maxDigits || [...digits].some((digit) => !allowed.includes(digit))) fail(numError)
  const value = digits === '' ? 0 : Number.parseInt(digits, base)
  return value >= half ? value - 2 * half : value
}

/** A number padded to the given digits; a negative one always has ten. */
const write = (value: number, { base, half }: NumberSystem, places: Argument): string => {
  const width = places === undefined ? undefined : addInInteger(places)
  if (value < -half || value >= half) fail(numError)
  if (width !== undefined && (width < 1 || width > maxDigits)) fail(numError)
  const digits = (value < 0 ? value + 2 * half : value).toString(base).toUpperCase()
  if (value < 0 || width === undefined) return digits
  return digits.length > width ? fail(numError) : digits.padStart(width, '0')
}

const fromDecimal = systems.map((system) =>
  define(`DEC2${system.name}`, 'vv?', ([value, places]) => write(addInInteger(value), system, places)),
)

const toDecimal = systems.map((system) => define(`${system.name}2DEC`, 'v', ([value]) => parse(value, system)))

const between = systems.flatMap((from) =>
  systems
    .filter((to) => to !== from)
    .map((to) => define(`${from.name}2${to.name}`, 'vv?', ([value, places]) => write(parse(value, from), to, places))),
)

const maxBits = 2 ** 48

const bits = (arg: Argument): bigint => {
  const value = number(arg)
  return value < 0 || value >= maxBits || !Number.isInteger(value) ? fail(numError) : BigInt(value)
}

const bitwise = (name: string, compute: (a: bigint, b: bigint) => bigint): FunctionDefinition =>
  define(name, 'vv', ([a, b]) => Number(compute(bits(a), bits(b))))

const shift = (name: string, sign: number): FunctionDefinition =>
  define(name, 'vv', ([value, by]) => {
    const [from, places] = [bits(value), integer(by) * sign]
    if (Math.abs(places) > 53) fail(numError)
    const shifted = places >= 0 ? from << BigInt(places) : from >> BigInt(-places)
    return shifted >= BigInt(maxBits) ? fail(numError) : Number(shifted)
  })

export const numberSystemFunctions: FunctionDefinition[] = [
  ...fromDecimal,
  ...toDecimal,
  ...between,
  bitwise('BITAND', (a, b) => a & b),
  bitwise('BITOR', (a, b) => a | b),
  bitwise('BITXOR', (a, b) => a ^ b),
  shift('BITLSHIFT', 1),
  shift('BITRSHIFT', -1),
  define('DELTA', 'vv?', ([a, b]) => (addInNumber(a, 0) === addInNumber(b, 0) ? 1 : 0)),
  define('GESTEP', 'vv?', ([value, step]) => (addInNumber(value, 0) >= addInNumber(step, 0) ? 1 : 0)),
]
