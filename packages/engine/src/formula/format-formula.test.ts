import { formatCell, parseCell } from '@deal-canvas/workbook-reader'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellsNamedIn, formatFormula, type NamedCells, namedElsewhereIn } from './format-formula.ts'

const labels = new Map([
  ['B4', 'Net operating income (Year 1)'],
  ['C4', 'Net operating income (Year 2)'],
  ['B9', 'Purchase price'],
  ['B20', 'Total'],
  ['B30', 'Total'],
])
const nameOf = ({ top, left, bottom, right }: NamedCells) => {
  const first = formatCell({ row: top, column: left })
  return top === bottom && left === right ? first : `${first}:${formatCell({ row: bottom, column: right })}`
}
const words = (formula: string) => formatFormula(formula, (cells) => labels.get(nameOf(cells)))

describe('a formula in words', () => {
  it.each([
    ['=B4/B9', 'Net operating income (Year 1) ÷ Purchase price'],
    ['=-$B$4*(1+C4)', '−Net operating income (Year 1) × (1 + Net operating income (Year 2))'],
    ['=IF(B4>=0,B9,"B4")', 'IF(Net operating income (Year 1) ≥ 0, Purchase price, "B4")'],
    ['=_xlfn.XLOOKUP(B9,D1:D9,Rates)', 'XLOOKUP(Purchase price, D1:D9, Rates)'],
    ['=B4 - Tax_Rate * Sales[Amount]', 'Net operating income (Year 1) − Tax_Rate × Sales[Amount]'],
  ])('writes %s as %s', (formula, expected) => expect(words(formula)).toBe(expected))

  it('keeps the addresses of different cells with the same words', () => {
    expect(words('=$B$20-B30+B20')).toBe('Total [B20] − Total [B30] + Total [B20]')
  })

  it.each([['=D1+D2'], ['=1+2'], ['="B4"'], [`=${'B4+'.repeat(2_000)}B4`], ['="never closed'], ['=[1]Other!B4*2']])(
    'has no words for %s, in which no cell has any or which cannot be read',
    (formula) => expect(words(formula)).toBeUndefined(),
  )

  it('gives each address its own words and changes nothing else', () => {
    const cell = fc.record({ row: fc.nat(5_000), column: fc.nat(300) }).map(formatCell)
    const piece = fc.oneof(cell, fc.constantFrom('Rate', '12.5', '"B4"', 'TRUE', 'Sales[B4]', '[1]Other!B4'))
    const formula = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => `=SUM(${pieces.join(',')})`)
    fc.assert(
      fc.property(formula, (text) => {
        // Words that name their own cell: taking them back must give the formula again.
        const written = formatFormula(text, (cells) => `«${nameOf(cells)}»`)
        const back = written?.replaceAll(/«([A-Z]+\d+)»/g, (_, name: string) => {
          expect(parseCell(name)).toBeDefined()
          return name
        })
        if (cellsNamedIn(text).length === 0) expect(written).toBeUndefined()
        else expect(back?.replaceAll(', ', ',')).toBe(text.slice(1))
      }),
    )
  })
})

describe('the addresses in a formula', () => {
  it('are found with their sheets, and whole columns to their end', () => {
    expect(cellsNamedIn("=SUM('My ''own'' sheet'!$B$2:B7)+A:A+Jan:Dec!A1+Rate")).toEqual([
      { sheet: "My 'own' sheet", top: 1, left: 1, bottom: 6, right: 1 },
      { sheet: undefined, top: 0, left: 0, bottom: 1_048_575, right: 0 },
    ])
  })

  it('are told from those in other files and from names that nobody defined', () => {
    const isKnown = (name: string) => name === 'Rate'
    expect(namedElsewhereIn('=Rate*[1]Other!A1+Lost+Sheet1!Lost2+B4', isKnown)).toEqual([
      '[1]Other!A1',
      'Lost',
      'Sheet1!Lost2',
    ])
    expect(namedElsewhereIn('=LET(x,B4,x*2)', isKnown)).toEqual([])
  })
})
