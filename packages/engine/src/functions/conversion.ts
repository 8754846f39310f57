import { naError } from '@deal-canvas/workbook-reader'
import { finite, number, text } from './arguments.ts'
import { define, type FunctionDefinition, fail } from './definition.ts'
import { binaryPrefixes, decimalPrefixes, units } from './units.ts'

interface Scale {
  readonly quantity: string
  toBase(value: number): number
  fromBase(value: number): number
}

/** Temperature scales have their own zeros; kelvin is the base. */
const temperatures: Record<string, Omit<Scale, 'quantity'>> = {
  C: { toBase: (value) => value + 273.15, fromBase: (value) => value - 273.15 },
  F: { toBase: (value) => (value + 459.67) / 1.8, fromBase: (value) => value * 1.8 - 459.67 },
  K: { toBase: (value) => value, fromBase: (value) => value },
  Rank: { toBase: (value) => value / 1.8, fromBase: (value) => value * 1.8 },
  Reau: { toBase: (value) => value * 1.25 + 273.15, fromBase: (value) => (value - 273.15) / 1.25 },
}
const otherNames: Record<string, string> = { cel: 'C', fah: 'F', kel: 'K' }

const prefixed = (name: string): { factor: number; rest: string; binary: boolean }[] =>
  [
    ...[...decimalPrefixes].map(([prefix, factor]) => ({ prefix, factor, binary: false })),
    ...[...binaryPrefixes].map(([prefix, factor]) => ({ prefix, factor, binary: true })),
  ].flatMap(({ prefix, factor, binary }) =>
    name.startsWith(prefix) && name.length > prefix.length ? [{ factor, binary, rest: name.slice(prefix.length) }] : [],
  )

const linear = (quantity: string, size: number): Scale => ({
  quantity,
  toBase: (value) => value * size,
  fromBase: (value) => value / size,
})

/** The scale of a unit, with or without a prefix; names are case-sensitive. */
const scaleOf = (name: string): Scale | undefined => {
  const degree = temperatures[otherNames[name] ?? name]
  if (degree !== undefined) return { quantity: 'temperature', ...degree }
  const plain = units.get(name)
  if (plain !== undefined) return linear(plain.quantity, plain.size)
  for (const { factor, rest, binary } of prefixed(name)) {
    if (!binary && (rest === 'K' || rest === 'kel')) return linear('temperature', factor)
    const unit = units.get(rest)
    if (unit === undefined || unit.prefixes === 'none' || (binary && unit.prefixes !== 'binary')) continue
    return linear(unit.quantity, unit.size * factor ** unit.power)
  }
  return undefined
}

export const conversionFunctions: FunctionDefinition[] = [
  define('CONVERT', 'vvv', ([value, from, to]) => {
    const amount = number(value)
    const [source, target] = [scaleOf(text(from)), scaleOf(text(to))]
    if (source === undefined || target === undefined || source.quantity !== target.quantity) return fail(naError)
    return text(from) === text(to) ? amount : finite(target.fromBase(source.toBase(amount)))
  }),
]
