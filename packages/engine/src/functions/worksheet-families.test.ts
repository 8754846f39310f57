import { divError } from '@deal-canvas/workbook-reader'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculator } from './testing.ts'
import { worksheetFamilies } from './worksheet-families.ts'

const functions = worksheetFamilies.flat()

const calculate = calculator([
  [1, 'a', true],
  [-2.5, '2024-03-15', null],
  [45_366, '', divError],
])

const argument = fc.constantFrom(
  ...['', '0', '1', '2', '-1', '0.5', '60', '400', '1E+9', '-1E+300', '1E+300', 'TRUE', '#N/A', 'A1', 'C2', 'C3'],
  ...['""', '"a"', '"1"', '"3+4i"', '"1e999"', '"*"', '"yyyy-mm"', '"# ?/?"', '"(a"', '"km"', '"R1C1"', '"A1:B2"'],
  ...['A1:C3', 'A1:A2000', '{1,2;3,4}', '{"a";"b"}', '{0}', 'LAMBDA(x,x)', 'LAMBDA(x,y,x&y)', '(A1,B2)'],
)

describe('worksheet functions', () => {
  it('registers each worksheet function name only once', () => {
    const names = functions.map(({ name }) => name)
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
  })

  it.each(functions.map(({ name, params }) => [name, params]))(
    'returns a value from %s for any arguments',
    (name, params) => {
      const letters = params.replaceAll(/[^a-z]/g, '').length
      const least = params.replaceAll(/[a-z][?*]/g, '').length
      const maxArgs = params.includes('*') ? letters + 2 : letters
      fc.assert(
        fc.property(fc.array(argument, { minLength: least, maxLength: Math.max(least, maxArgs) }), (args) => {
          expect(calculate(`${name}(${args.join(',')})`)).toBeDefined()
        }),
        { numRuns: 40 },
      )
    },
  )
})
