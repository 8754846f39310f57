import { formatCell } from '@deal-canvas/workbook-reader'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculator } from '../functions/testing.ts'
import { createFormulaReader, type FormulaPlace, type NameSpace } from './parse-formula.ts'
import { relativeText } from './relative-text.ts'

const space: NameSpace = {
  sheet: (name) => ['sheet1', 'my sheet', 'q1'].indexOf(name.toLowerCase()) + 1 || undefined,
  name: (name) => (name.toLowerCase() === 'rate' ? 0 : undefined),
  table: (name) => (name.toLowerCase() === 'sales' ? 0 : undefined),
  tableAt: () => 0,
}
const read = createFormulaReader(space)
const place: FormulaPlace = { sheet: 0, row: 20, column: 20 }

const kindOf = (text: string) => {
  const found = read(text, place)
  return found.kind === 'unknown' ? found.what : found.kind
}

/** Random formulas of the grammar, of any depth, with references around a cell. */
const formulaAt = ({ row, column }: FormulaPlace) =>
  fc.letrec<{ formula: string }>((tie) => ({
    formula: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.integer({ min: 0, max: 1e6 }).map(String),
      fc.constantFrom('"a""b"', 'TRUE', '#N/A', 'rate', '{1,2;3,"x"}', 'Sales[Q1]', '[1]Other!A1', 'nothing', '1.5E-3'),
      fc
        .tuple(
          fc.constantFrom('', 'Sheet1!', "'my sheet'!", 'Q1!'),
          fc.integer({ min: -9, max: 9 }),
          fc.integer({ min: -9, max: 9 }),
        )
        .map(([sheet, down, along]) => `${sheet}${formatCell({ row: row + down, column: column + along })}`),
      fc
        .tuple(fc.integer({ min: -9, max: 0 }), fc.integer({ min: 1, max: 9 }))
        .map(
          ([from, to]) =>
            `${formatCell({ row: row + from, column })}:${formatCell({ row: row + to, column: column + to })}`,
        ),
      fc
        .tuple(
          tie('formula'),
          fc.constantFrom('+', '-', '*', '/', '^', '&', '=', '<>', '<=', ',', ' ', ':'),
          tie('formula'),
        )
        .map(([left, operator, right]) => `(${left}${operator}${right})`),
      tie('formula').map((inner) => `-${inner}%`),
      fc
        .tuple(fc.constantFrom('SUM', 'IF', 'FOO.BAR', '_xlfn.XLOOKUP'), fc.array(tie('formula'), { maxLength: 3 }))
        .map(([name, args]) => `${name}(${args.join(',')})`),
      tie('formula').map((inner) => `LET(x,${inner},LAMBDA(y,x+y)(1))`),
    ),
  })).formula

describe('formula parser', () => {
  it('parses every formula of the grammar', () => {
    fc.assert(
      fc.property(formulaAt(place), (text) => typeof read(text, place).kind === 'string'),
      { numRuns: 300 },
    )
  })

  it('never throws for any text', () => {
    const bits = fc.constantFrom(
      ...'(){}[]!:;,\'"#@%&+-*/^<>=.$ \n'.split(''),
      ...['A1', 'SUM(', 'LET(', 'LAMBDA(', '#REF!', "'a b'!", 'Sales[', '1E', '_xlfn.', 'é', '\u{1f600}', '__proto__'],
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(bits, { maxLength: 40 }).map((all) => all.join('')),
        ),
        (text) => typeof read(text, place).kind === 'string' && relativeText(text, place) !== '',
      ),
      { numRuns: 500 },
    )
  })

  it('parses copies with the same relative text to the same expression', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 5 }), fc.integer({ min: -5, max: 5 }), fc.nat(), (down, along, seed) => {
        const other = { sheet: 0, row: place.row + down, column: place.column + along }
        const [original] = fc.sample(formulaAt(place), { seed, numRuns: 1 })
        const [copy] = fc.sample(formulaAt(other), { seed, numRuns: 1 })
        if (original === undefined || copy === undefined) throw new Error('nothing was made')
        const [ofOriginal, ofCopy] = [relativeText(original, place), relativeText(copy, other)]
        if (ofOriginal !== ofCopy) throw new Error(`${ofOriginal} is not ${ofCopy}`)
        // Whole rows such as 1:2 are only recognized by parsing, and fixed references do not make copies.
        return ofOriginal === undefined || JSON.stringify(read(original, place)) === JSON.stringify(read(copy, other))
      }),
      { numRuns: 200 },
    )
  })

  it.each<[string, string, string]>([
    ['of 8,192 letters', `"${'a'.repeat(8_190)}"`, 'constant'],
    ['with one character more than allowed', `"${'a'.repeat(8_191)}"`, 'syntax'],
    ['of a thousand terms', `A1${'+A1'.repeat(999)}`, 'binary'],
    ['of four thousand terms', `1${'+1'.repeat(4_000)}`, 'syntax'],
    ['of 64 nested functions', `${'ABS('.repeat(64)}1${')'.repeat(64)}`, 'call'],
    ['of signs only', '-'.repeat(8_000), 'syntax'],
    ['of signs and a number', `${'-'.repeat(8_000)}1`, 'syntax'],
    ['of apostrophes', "'".repeat(8_001), 'syntax'],
    ['of dots', '1.'.repeat(4_000), 'syntax'],
    ['of brackets', '('.repeat(8_000), 'syntax'],
    ['of an array with rows of different lengths', '{1,2;3}', 'syntax'],
    ['of a number too large to represent', '1E999', 'constant'],
    ['with a link to another workbook', '[1]Sheet1!A1', 'external'],
    ['with an unknown name', 'nothing', 'name'],
  ])('parses a formula %s to the expected kind of expression', (_, text, kind) => {
    expect(kindOf(text)).toBe(kind)
  })
})

describe('LET and LAMBDA variables', () => {
  const run = calculator([[2, 3]])
  it.each<[string, unknown]>([
    ['LET(x,1,x+1)', 2],
    ['LET(x,1,y,x+1,x+y)', 3],
    ['LET(x,1,LAMBDA(x,x+1)(5)+x)', 7],
    ['LET(x,A1,f,LAMBDA(y,x*y),LET(x,100,f(3)))', 6],
    ['LET(_xlpm.x,4,_xlpm.X+1)', 5],
    ['LET(f,LAMBDA(x,x*2),f(f(3)))', 12],
    ['LET(x,1,x,2,x)', '#NAME?'],
    ['LAMBDA(x,LAMBDA(y,x-y))(5)(3)', 2],
    ['LET(x,y,y,1,x)', '#NAME?'],
    ['LET(x)', '#NAME?'],
    ['LAMBDA(x,x)(1,2)', '#VALUE!'],
    ['LAMBDA(_xlpm.a,_xlop.b,IF(ISOMITTED(_xlpm.b),_xlpm.a,_xlpm.a*_xlpm.b))(5,4)', 20],
    ['SUM(LET(x,A1:B1,x))', 5],
  ])('evaluates %s to %s', (formula, value) => {
    expect(run(formula)).toBe(value)
  })
})
