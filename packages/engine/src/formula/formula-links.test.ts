import { describe, expect, it } from 'vitest'
import { createFormulaLinks } from './formula-links.ts'

const linksOf = createFormulaLinks({
  sheets: [{ name: 'Rents' }, { name: 'Returns' }],
  names: [{ name: 'Rate', sheet: undefined, formula: 'Rents!$B$3' }],
  tables: [
    {
      name: 'Sales',
      area: { sheet: 0, top: 10, left: 0, bottom: 14, right: 1 },
      columns: ['Month', 'Amount'],
      headerRows: 1,
      totalsRows: 0,
    },
  ],
})
const place = { sheet: 1, row: 4, column: 2 }

describe('what a formula reads', () => {
  it.each([
    ['B4', [{ sheet: 1, top: 3, left: 1, bottom: 3, right: 1 }]],
    ['SUM(Rents!B2:B400)', [{ sheet: 0, top: 1, left: 1, bottom: 399, right: 1 }]],
    ['SUM(Rents!A:A)', [{ sheet: 0, top: 0, left: 0, bottom: 1_048_575, right: 0 }]],
    ['Rate*2', [{ sheet: 0, top: 2, left: 1, bottom: 2, right: 1 }]],
    ['SUM(Sales[Amount])', [{ sheet: 0, top: 11, left: 1, bottom: 14, right: 1 }]],
    ['ROW(B4)', []],
  ])('finds the cells of %s', (formula, areas) => {
    expect(linksOf(formula, place)).toEqual({ areas, isMoving: false, hasUnknown: false })
  })

  it('moves relative references with each copy of a formula', () => {
    expect(linksOf('B5', { ...place, row: 5 }).areas).toEqual([{ sheet: 1, top: 4, left: 1, bottom: 4, right: 1 }])
  })

  it('says when a formula reads more than its text names, or something unknown', () => {
    expect(linksOf('OFFSET(B4,1,0)', place)).toMatchObject({ isMoving: true })
    expect(linksOf('[1]Other!A1+B4', place)).toMatchObject({ hasUnknown: true, areas: [{ top: 3 }] })
    expect(linksOf('Nobody', place)).toMatchObject({ hasUnknown: true, areas: [] })
  })
})
