import { divError, numError, valueError } from '@deal-canvas/workbook-reader'
import {
  add,
  angle,
  type Complex,
  complex,
  conjugate,
  cosine,
  divide,
  exponential,
  hyperbolicCosine,
  hyperbolicSine,
  logarithm,
  multiply,
  power,
  root,
  scale,
  sine,
  size,
  subtract,
} from '../numeric/complex.ts'
import { numberToText } from '../value/coerce.ts'
import { isArray, isReference, type Scalar } from '../value/value.ts'
import { eachValue, finite, number, scalar, text } from './arguments.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'

/** A complex number in text form: its suffix is `i` or `j`. */
interface Written extends Complex {
  readonly suffix: string
}

/**
 * Twice as many digits as two numbers have. Longer text is not tried: the patterns below take more than linear time.
 */
const maxLength = 100

const real = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?`
const form = new RegExp(`^(${real})?(?:([+-]?(?:(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?)?)([ij]))?$`)

const read = (value: Scalar): Written => {
  if (typeof value === 'boolean') return fail(valueError)
  if (typeof value === 'number' || value === null) return { ...complex(value ?? 0), suffix: '' }
  const words = text(value).trim()
  if (words.length > maxLength) return fail(numError)
  // A number before the suffix is imaginary, even if it could be read as real.
  const only = new RegExp(`^(${real})([ij])$`).exec(words)
  if (only !== null) return { ...complex(0, Number(only[1])), suffix: only[2] ?? '' }
  const found = form.exec(words)
  if (found === null || words === '') return fail(numError)
  const [, whole, imaginary, suffix = ''] = found
  if (whole !== undefined && suffix !== '' && !/^[+-]/.test(imaginary ?? '')) return fail(numError)
  const part =
    suffix === '' ? 0 : imaginary === '' || imaginary === '+' ? 1 : imaginary === '-' ? -1 : Number(imaginary)
  return { ...complex(Number(whole ?? 0), part), suffix }
}

const operand = (arg: Argument): Written => read(scalar(arg))

/** The suffix that numbers share; `i` if there is none. Different suffixes are an error. */
const sharedSuffix = (values: readonly Written[]): string => {
  const [first = 'i', another] = [...new Set(values.map(({ suffix }) => suffix).filter((suffix) => suffix !== ''))]
  return another === undefined ? first : fail(valueError)
}

const write = ({ re, im }: Complex, suffix: string): string => {
  const [whole, part] = [finite(re), finite(im)]
  if (part === 0) return numberToText(whole)
  const digits = numberToText(part)
  const imaginary = digits === '1' ? '' : digits === '-1' ? '-' : digits
  if (whole === 0) return `${imaginary}${suffix}`
  return `${numberToText(whole)}${part > 0 ? '+' : ''}${imaginary}${suffix}`
}

/** A function of one complex number. */
const unary = (name: string, compute: (value: Complex) => Complex): FunctionDefinition =>
  define(name, 'v', ([arg]) => {
    const value = operand(arg)
    return write(compute(value), value.suffix === '' ? 'i' : value.suffix)
  })

const measure = (name: string, compute: (value: Complex) => number): FunctionDefinition =>
  define(name, 'v', ([arg]) => compute(operand(arg)))

const one = complex(1)

const quotient = (a: Complex, b: Complex): Complex => divide(a, b) ?? fail(numError)

const isZero = ({ re, im }: Complex): boolean => re === 0 && im === 0

/** The logarithm of zero does not exist. */
const naturalLogarithm = (value: Complex): Complex => (isZero(value) ? fail(numError) : logarithm(value))

const all = (args: readonly Argument[], context: CallContext): Written[] => {
  const found: Written[] = []
  for (const arg of args) {
    if (arg !== undefined && (isReference(arg) || isArray(arg)))
      eachValue([arg], context, (value) => {
        if (value !== null && value !== '') found.push(read(value))
      })
    else found.push(operand(arg))
  }
  return found
}

const combined = (name: string, start: Complex, compute: (a: Complex, b: Complex) => Complex): FunctionDefinition =>
  define(name, 'r*', (args, context) => {
    const values = all(args, context)
    return write(values.reduce<Complex>(compute, start), sharedSuffix(values))
  })

export const complexNumberFunctions: FunctionDefinition[] = [
  define('COMPLEX', 'vvv?', ([re, im, mark]) => {
    const suffix = text(mark, 'i')
    return suffix === 'i' || suffix === 'j' ? write(complex(number(re), number(im)), suffix) : fail(valueError)
  }),
  measure('IMREAL', ({ re }) => re),
  measure('IMAGINARY', ({ im }) => im),
  measure('IMABS', size),
  measure('IMARGUMENT', (value) => (isZero(value) ? fail(divError) : angle(value))),
  unary('IMCONJUGATE', conjugate),
  unary('IMEXP', exponential),
  unary('IMLN', naturalLogarithm),
  unary('IMLOG10', (value) => scale(naturalLogarithm(value), Math.LOG10E)),
  unary('IMLOG2', (value) => scale(naturalLogarithm(value), Math.LOG2E)),
  unary('IMSQRT', root),
  unary('IMSIN', sine),
  unary('IMCOS', cosine),
  unary('IMTAN', (value) => quotient(sine(value), cosine(value))),
  unary('IMCOT', (value) => quotient(cosine(value), sine(value))),
  unary('IMSEC', (value) => quotient(one, cosine(value))),
  unary('IMCSC', (value) => quotient(one, sine(value))),
  unary('IMSINH', hyperbolicSine),
  unary('IMCOSH', hyperbolicCosine),
  unary('IMSECH', (value) => quotient(one, hyperbolicCosine(value))),
  unary('IMCSCH', (value) => quotient(one, hyperbolicSine(value))),
  combined('IMSUM', complex(0), add),
  combined('IMPRODUCT', one, multiply),
  define('IMSUB', 'vv', ([a, b]) => {
    const [left, right] = [operand(a), operand(b)]
    return write(subtract(left, right), sharedSuffix([left, right]))
  }),
  define('IMDIV', 'vv', ([a, b]) => {
    const [left, right] = [operand(a), operand(b)]
    return write(quotient(left, right), sharedSuffix([left, right]))
  }),
  define('IMPOWER', 'vv', ([a, exponent]) => {
    const value = operand(a)
    return write(power(value, number(exponent)) ?? fail(numError), sharedSuffix([value]))
  }),
]
