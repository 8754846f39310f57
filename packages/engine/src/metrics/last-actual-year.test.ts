import { describe, expect, it } from 'vitest'
import { labeledNumbers } from './labeled-numbers.ts'
import { lastActualYear } from './last-actual-year.ts'
import { sheetOf } from './testing.ts'

type Cells = Parameters<typeof sheetOf>[1]

const lastOf = (...sheets: Cells[]) => lastActualYear(sheets.map((cells, n) => labeledNumbers(sheetOf(`S${n}`, cells))))
const computed = (formula: string, value = 1) => ({ value, formula })

describe('last actual year', () => {
  it('takes the year before the first projected one as the last actual year', () => {
    const heads = { B1: 'FY2024A', C1: 'FY2025A', D1: 'FY2026E', E1: 'FY2027E' }
    expect(lastOf({ ...heads, A2: 'Revenue', B2: 1, C2: 2, D2: 3, E2: 4 })).toBe(2025)
  })

  it('reads the last actual year from bands above the years', () => {
    const heads = { B1: 'Actuals', D1: 'Projections', B2: 2024, C2: 2025, D2: 2026, E2: 2027 }
    expect(lastOf({ ...heads, A3: 'Revenue', B3: 1, C3: 2, D3: 3, E3: 4 })).toBe(2025)
  })

  it('infers the last actual year from where most rows change from typed numbers to formulas', () => {
    const heads = { B1: 2023, C1: 2024, D1: 2025, E1: 2026 }
    const row = (n: number, first: string) => ({
      [`A${n}`]: `Line ${n}`,
      ...Object.fromEntries(
        ['B', 'C', 'D', 'E'].map((column) => [
          `${column}${n}`,
          column >= first
            ? computed(`${column === 'B' ? 'A' : String.fromCharCode(column.charCodeAt(0) - 1)}${n}*1.1`)
            : 5,
        ]),
      ),
    })
    expect(lastOf({ ...heads, ...row(2, 'E'), ...row(3, 'E'), ...row(4, 'D') })).toBe(2025)
  })

  it('infers the last actual year from where formulas change if all years are computed', () => {
    const heads = { B1: 2022, C1: 2023, D1: 2024, E1: 2025, F1: 2026 }
    const cells = {
      ...{ A2: 'Margin', B2: computed('B9/B8'), C2: computed('C9/C8'), D2: computed('D9/D8') },
      ...{ E2: computed('D2'), F2: computed('E2') },
    }
    expect(lastOf({ ...heads, ...cells })).toBe(2024)
  })

  it('takes the last year of a history as the last actual year if no other sheet says more', () => {
    const heads = { B1: 2023, C1: 2024, D1: 2025 }
    const rows = Object.fromEntries(
      [2, 3, 4].flatMap((n) => [
        [`A${n}`, `Line ${n}`],
        [`B${n}`, 1],
        [`C${n}`, 2],
        [`D${n}`, 3],
      ]),
    )
    expect(lastOf({ ...heads, ...rows })).toBe(2025)
  })

  it('gives no last actual year if there are no years', () => {
    expect(lastOf({ B1: 'Year 1', C1: 'Year 2', A2: 'NOI', B2: 1, C2: 2 })).toBeUndefined()
  })
})
