import { divError, numError } from '@deal-canvas/workbook-reader'
import { finite, number } from './arguments.ts'
import { define, type FunctionDefinition, fail } from './definition.ts'

const ofNumber = (name: string, compute: (value: number) => number): FunctionDefinition =>
  define(name, 'v', ([value]) => finite(compute(number(value))))

/** From here on Excel rejects the angle. */
const largestAngle = 2 ** 27

/**
 * Excel reduces angles by π with 64 bits, which is slightly too large. It shows only if the result is close to 0:
 * COS(PI()/2) is 6.1257E-17, not 6.1232E-17.
 */
const excessOfQuarter = 2.508278806334166e-20
const excess = (angle: number): number => Math.round(angle / (Math.PI / 2)) * excessOfQuarter

const sine = (angle: number): number => Math.sin(angle) - Math.cos(angle) * excess(angle)
const cosine = (angle: number): number => Math.cos(angle) + Math.sin(angle) * excess(angle)

const tangent = (angle: number): number => {
  const plain = Math.tan(angle)
  return Math.abs(plain) < 1e6 && Math.abs(plain) > 1e-6 ? plain : sine(angle) / cosine(angle)
}

const ofAngle = (name: string, compute: (angle: number) => number): FunctionDefinition =>
  ofNumber(name, (angle) => (Math.abs(angle) >= largestAngle ? fail(numError) : compute(angle)))

/** The reciprocal of a function; an error if that is 0. */
const inverted = (value: number): number => (value === 0 ? fail(divError) : 1 / value)

const inverseCotangent = (value: number): number => {
  const angle = Math.PI / 2 - Math.atan(value)
  return value > 1 ? Math.atan(1 / value) : angle
}

export const trigonometryFunctions: FunctionDefinition[] = [
  ofAngle('SIN', sine),
  ofAngle('COS', cosine),
  ofAngle('TAN', tangent),
  ofAngle('SEC', (angle) => inverted(cosine(angle))),
  ofAngle('CSC', (angle) => inverted(sine(angle))),
  ofAngle('COT', (angle) => inverted(tangent(angle))),
  ofNumber('ASIN', Math.asin),
  ofNumber('ACOS', Math.acos),
  ofNumber('ATAN', Math.atan),
  ofNumber('ACOT', inverseCotangent),
  ofNumber('SINH', Math.sinh),
  ofNumber('COSH', Math.cosh),
  ofNumber('TANH', Math.tanh),
  ofNumber('SECH', (value) => 1 / Math.cosh(value)),
  ofNumber('CSCH', (value) => inverted(Math.sinh(value))),
  ofNumber('COTH', (value) => inverted(Math.tanh(value))),
  ofNumber('ASINH', Math.asinh),
  ofNumber('ACOSH', Math.acosh),
  ofNumber('ATANH', Math.atanh),
  ofNumber('ACOTH', (value) => (Math.abs(value) <= 1 ? fail(numError) : Math.atanh(1 / value))),
  ofNumber('DEGREES', (angle) => (angle * 180) / Math.PI),
  ofNumber('RADIANS', (angle) => (angle * Math.PI) / 180),
  define('ATAN2', 'vv', ([x, y]) => {
    const [across, up] = [number(x), number(y)]
    return across === 0 && up === 0 ? fail(divError) : Math.atan2(up, across)
  }),
]
