import { describe, expect, it } from 'vitest'
import { kindOf } from './catalogue/catalogue.ts'
import { headline, readPeriod, spanOfDates } from './period.ts'

const chosen = (key: string, ...heads: (string | number)[]) => {
  const kind = kindOf(key)
  if (kind === undefined) throw new Error(key)
  const found = headline(
    kind,
    heads.map((head) => readPeriod(head, undefined)),
  )
  return found === undefined ? undefined : [heads[found.at], found.rule]
}

describe('column heads', () => {
  it.each([
    ['FY22', 'year'],
    ['FY27E', 'year'],
    ['2024A', 'year'],
    ['Year 1', 'year'],
    [2024, 'year'],
    ["Q1 '24", 'quarter'],
    ['M13', 'month'],
    ['Jan', 'month'],
    ['Sept-24', 'month'],
    ['Total', 'total'],
    ['LTM', 'trailing'],
    ['T-12', 'trailing'],
    ['LTM Jun-24', 'trailing'],
    ['TTM (Dec 2023)', 'trailing'],
    ['T12 Actual', 'trailing'],
    ["LTM Q3'24", 'trailing'],
    ['LTM 9/30/24', 'trailing'],
    ['Selected', 'chosen'],
    ['FY 2023-24', 'year'],
    ['2024 Actual', 'year'],
    ['Projected 2027', 'year'],
    ['Year 0 (FY26A)', 'year'],
    ['Year 5 (Exit)', 'year'],
    ['3Q24', 'quarter'],
    ['H1 2025', 'half'],
    ['31-Mar-2026', 'month'],
    ['Dec 31, 2024', 'month'],
    ['2024-12-31', 'month'],
  ])('reads the head %s as a %s', (head, span) => {
    expect(readPeriod(head, undefined)?.span).toBe(span)
  })

  it.each(['Revenue', 'LTM Revenue', 'LTM EBITDA', 'T-12 NOI', 'Budget', '20', 'M', 'Marketing', 1_500, 2_500, 0.5])(
    'reads no period from the head %s',
    (head) => {
      expect(readPeriod(head, undefined)).toBeUndefined()
    },
  )
})

it('reads the year of a head and whether it is actual or projected', () => {
  const summaryOf = (head: string | number, format?: string) => {
    const { year, projected, actual, nth } = readPeriod(head, format) ?? {}
    return [year, projected ? 'projected' : actual ? 'actual' : 'unmarked', nth]
  }
  expect(summaryOf('FY2024A')).toEqual([2024, 'actual', undefined])
  expect(summaryOf('FY27E')).toEqual([2027, 'projected', undefined])
  expect(summaryOf('2023-24')).toEqual([2024, 'unmarked', undefined])
  expect(summaryOf('2025 Forecast')).toEqual([2025, 'projected', undefined])
  expect(summaryOf('Year 0 (FY26A)')).toEqual([2026, 'actual', 0])
  expect(summaryOf(2_024, '0"A"')).toEqual([2024, 'actual', undefined])
  expect(summaryOf(2_026, '0\\E')).toEqual([2026, 'projected', undefined])
  expect(readPeriod('2020-2030', undefined)).toBeUndefined()
})

it('reads the month of a date in the workbook’s date system', () => {
  expect(readPeriod(45_292, 'mmm-yy')?.label).toBe('2024-01')
  expect(readPeriod(45_292 - 1_462, 'mmm-yy', true)?.label).toBe('2024-01')
})

describe('headline period', () => {
  it('prefers the trailing twelve months of a company, otherwise its last actual year', () => {
    expect(chosen('revenue', 'FY24', 'FY25', 'LTM', 'FY26E')).toEqual(['LTM', 'trailing'])
    expect(chosen('revenue', 'FY24', 'FY25', 'FY26E', 'FY27E')).toEqual(['FY25', 'closing'])
    expect(chosen('revenue', 'FY26E', 'FY27E')).toEqual(['FY26E', 'first_projected'])
  })

  it('selects the last actual year of a company, in any order of the years', () => {
    const after = (lastActual: number, ...heads: (string | number)[]) => {
      const kind = kindOf('revenue')
      if (kind === undefined) throw new Error('revenue')
      const found = headline(
        kind,
        heads.map((head) => readPeriod(head, undefined)),
        lastActual,
      )
      return found === undefined ? undefined : heads[found.at]
    }
    expect(after(2025, 2_023, 2_024, 2_025, 2_026, 2_027)).toBe(2_025)
    expect(after(2026, 'FY26', 'FY25', 'FY24')).toBe('FY26')
    expect(after(2025, 2_026, 2_027)).toBe(2_026)
    expect(after(2026, 'Year 0 (FY26A)', 'Year 1', 'Year 2')).toBe('Year 0 (FY26A)')
  })

  it('selects the first projected year of a property, not the purchase date', () => {
    expect(chosen('noi', 'Year 0', 'Year 1', 'Year 2')).toEqual(['Year 1', 'first_projected'])
    expect(chosen('noi', 'T-12', 'Year 1', 'Year 2')).toEqual(['Year 1', 'first_projected'])
    expect(chosen('noi', 2_024, 2_025)).toEqual([2_024, 'first_projected'])
  })

  it('selects the total among months, otherwise the first', () => {
    expect(chosen('noi', 'Jan', 'Feb', 'Total')).toEqual(['Total', 'total'])
    expect(chosen('noi', 'Jan', 'Feb')).toEqual(['Jan', 'first_projected'])
  })

  it('selects the last period for exit metrics, and the live case among cases', () => {
    expect(chosen('exit_noi', 'Year 1', 'Year 2', 'Year 3')).toEqual(['Year 3', 'last'])
    expect(chosen('tax_rate_pct', 'Best', 'Worst', 'Selected')).toEqual(['Selected', 'chosen'])
  })

  it('selects no headline period if no head names a period', () => {
    expect(chosen('revenue', 'Budget', 'Actuals')).toBeUndefined()
  })
})

describe('dates as column heads', () => {
  const spansOf = (...dates: string[]) =>
    spanOfDates(dates.flatMap((date) => readPeriod(date, undefined) ?? [])).map(({ span }) => span)

  it.each([
    ['a year', ['2024-12-31', '2025-12-31', '2026-12-31'], 'year'],
    ['six months', ['2025-06-30', '2025-12-31', '2026-06-30'], 'half'],
    ['three months', ['2025-03-31', '2025-06-30', '2025-09-30'], 'quarter'],
    ['one month', ['2025-11-30', '2025-12-31', '2026-01-31'], 'month'],
  ])('reads dates that are %s apart as periods of that length', (_, dates, span) => {
    expect(spansOf(...dates)).toEqual(dates.map(() => span))
  })

  it('reads dates as years also if a stub period is among them', () => {
    expect(spansOf('2024-12-31', '2025-03-31', '2025-12-31', '2026-12-31', '2027-12-31')).toEqual([
      'month',
      'month',
      'year',
      'year',
      'year',
    ])
  })
})
