import { describe, expect, it } from 'vitest'
import { findingsOf } from '../testing/findings-of.ts'
import { rowsFrom, type SmallSheet, smallBook } from '../testing/small-book.ts'

const found = (sheets: Readonly<Record<string, SmallSheet>>) => findingsOf('unit_scale_mismatch', smallBook(sheets))

const inputs = rowsFrom('A1', [['Inputs (£)'], ['Grant (£)', 2_500_000]])

describe('amounts in different units', () => {
  it('reports a sum of amounts in different units, with the source of the odd one', () => {
    const model = rowsFrom('A1', [
      ['Project, £ in millions'],
      ['Debt', 12.5],
      ['Grant received', '=Inputs!B2'],
      ['Funding', '=B2+B3'],
    ])
    expect(found({ Model: model, Inputs: inputs })).toMatchObject([
      {
        severity: 'high',
        cell: 'B4',
        message:
          '=B2+B3 in Model!B4 adds 2,500,000 from Inputs!B2 (stated in full) to 12.5 from Model!B2 (stated in millions).',
      },
    ])
  })
  it('does not report amounts in different units if one is converted first', () => {
    const model = rowsFrom('A1', [
      ['Project, £ in millions'],
      ['Debt', 12.5],
      ['Grant', '=Inputs!B2/1000000'],
      ['', '=B2+B3'],
    ])
    expect(found({ Model: model, Inputs: inputs })).toEqual([])
  })
  it('does not report amounts if only the headings differ in unit and the sizes do not', () => {
    const small = rowsFrom('A1', [['Inputs (£)'], ['Grant (£)', 2.5]])
    const model = rowsFrom('A1', [['Project, £ in millions'], ['Debt', 12.5], ['Grant', '=Inputs!B2'], ['', '=B2+B3']])
    expect(found({ Model: model, Inputs: small })).toEqual([])
  })
  it('does not report a sum of amounts if no unit is stated', () => {
    const model = rowsFrom('A1', [['Project'], ['Debt', 12.5], ['Grant', 2_500_000], ['', '=B2+B3']])
    expect(found({ Model: model })).toEqual([])
  })
})
