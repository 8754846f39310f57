import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowsFrom, type SmallCell, smallBook } from '../testing/small-book.ts'
import { layoutLines } from './layout-lines.ts'

const model = (name: string, price: number, first = 'A1') =>
  smallBook({
    Inputs: rowsFrom(first, [
      [name],
      ['Property', name],
      ['Purchase Price', price],
      ['Price per unit', `=B3/${price}`, 'per unit'],
    ]),
    Returns: rowsFrom('A1', [['  Levered   IRR ', '=Inputs!B3*2']]),
  })

describe('workbook layout', () => {
  it('builds the layout from sheet names and the labels of computed rows with their cells', () => {
    expect(layoutLines(model('Riverside', 50))).toEqual([
      '[Inputs]',
      'A4 price per unit',
      '[Returns]',
      'A1 levered irr',
    ])
  })

  it('gives the same layout for another deal in the same template', () => {
    expect(layoutLines(model('Harbor', 70))).toEqual(layoutLines(model('Riverside', 50)))
  })

  it('gives another layout if a label moves or is reworded, or a sheet is renamed', () => {
    const first = layoutLines(model('Riverside', 50))
    expect(layoutLines(model('Riverside', 50, 'A2'))).not.toEqual(first)
    expect(layoutLines(smallBook({ Other: rowsFrom('A1', [['IRR', '=1+1']]) }))).not.toEqual(
      layoutLines(smallBook({ Returns: rowsFrom('A1', [['IRR', '=1+1']]) })),
    )
    expect(layoutLines(smallBook({ Returns: rowsFrom('A1', [['IRR', '=1+1']]) }))).not.toEqual(
      layoutLines(smallBook({ Returns: rowsFrom('A1', [['Gross IRR', '=1+1']]) })),
    )
  })

  it('includes labels of typed numbers in the layout of a workbook without formulas', () => {
    expect(
      layoutLines(
        smallBook({
          Sheet: rowsFrom('A1', [
            ['NOI', 3],
            ['Note', 'text'],
          ]),
        }),
      ),
    ).toEqual(['[Sheet]', 'A1 noi'])
  })

  it('builds the layout independently of any number', () => {
    const label = fc
      .string({ minLength: 1, maxLength: 12 })
      .filter((text) => !text.startsWith('=') && text.trim() !== '')
    const rows = fc.array(fc.tuple(label, fc.integer({ min: 1 }), fc.boolean()), { maxLength: 20 })
    const bookOf = (given: readonly (readonly [string, number, boolean])[], add: number) =>
      smallBook({
        Sheet: rowsFrom(
          'A1',
          given.map(([text, n, computed]): SmallCell[] => [text, computed ? `=${n + add}` : n + add]),
        ),
      })
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 1000 }), (given, add) => {
        expect(layoutLines(bookOf(given, add))).toEqual(layoutLines(bookOf(given, 0)))
      }),
    )
  })
})
