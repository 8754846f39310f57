import { describe, expect, it } from 'vitest'
import { labeledNumbers } from './labeled-numbers.ts'
import { sheetOf } from './testing.ts'

const column = (count: number, cellAt: (n: number) => number | string) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`A${n + 2}`, cellAt(n)]))

describe('numbers below a label', () => {
  it('continues the numbers below a label after a number that was typed as text', () => {
    const [line] = labeledNumbers(sheetOf('Roll', { A1: 'Area', A2: 49_000, A3: '21,500', A4: 18_400 }))
    expect(line?.cells.map(({ value }) => value)).toEqual([49_000, 18_400])
  })

  it('limits the numbers below a label, so that alternating texts and numbers take linear time', () => {
    const lines = labeledNumbers(sheetOf('Long', { A1: 'Area', ...column(5_000, (n) => (n % 2 === 0 ? 1 : '1,000')) }))
    expect(Math.max(...lines.map(({ cells }) => cells.length))).toBe(500)
  })
})

describe('bands above the years', () => {
  it('applies a band to the years below it up to the next band', () => {
    const heads = { B1: 'Actuals', D1: 'Projections', B2: 2024, C2: 2025, D2: 2026, E2: 2027 }
    const lines = labeledNumbers(sheetOf('Model', { ...heads, A3: 'Revenue', B3: 1, C3: 2, D3: 3, E3: 4 }))
    const revenue = lines.find(({ label }) => label === 'Revenue')
    expect(revenue?.periods.map((period) => period?.projected)).toEqual([false, false, true, true])
  })

  it('ignores a band that is centered over its years, because its ends are unknown', () => {
    const heads = { C1: 'Actuals', E1: 'Projections', B2: 2024, C2: 2025, D2: 2026, E2: 2027 }
    const lines = labeledNumbers(sheetOf('Model', { ...heads, A3: 'Revenue', B3: 1, C3: 2, D3: 3, E3: 4 }))
    const revenue = lines.find(({ label }) => label === 'Revenue')
    expect(revenue?.periods.some((period) => period?.projected || period?.actual)).toBe(false)
  })
})

describe('counter rows', () => {
  const spansUnder = (label: string, ...numbers: number[]) => {
    const cellsOf = (row: number, values: readonly number[]) =>
      Object.fromEntries(values.map((value, n) => [`${String.fromCharCode(66 + n)}${row}`, value]))
    const lines = labeledNumbers(
      sheetOf('Model', {
        A1: label,
        ...cellsOf(1, numbers),
        A2: 'Revenue',
        ...cellsOf(
          2,
          numbers.map(() => 5),
        ),
      }),
    )
    return lines
      .find((line) => line.label === 'Revenue')
      ?.periods.map((period) => period && [period.label, period.span])
  }

  it('reads a row that counts years as yearly periods', () => {
    expect(spansUnder('Year', 0, 1, 2)).toEqual([
      ['Year 0', 'year'],
      ['Year 1', 'year'],
      ['Year 2', 'year'],
    ])
  })

  it('reads a row that counts years as partial years if a year has several columns', () => {
    expect(spansUnder('Operating year number', 1, 1, 2, 2)?.map((head) => head?.[1])).toEqual(Array(4).fill('half'))
    expect(spansUnder('Project Year', 1, 1, 1, 1, 2, 2, 2, 2)?.map((head) => head?.[1])).toEqual(
      Array(8).fill('quarter'),
    )
  })

  it('reads rows that count months and quarters by their labels', () => {
    expect(spansUnder('Month #', 1, 2, 3)?.map((head) => head?.[1])).toEqual(Array(3).fill('month'))
    expect(spansUnder('Quarter', 1, 2, 3)?.map((head) => head?.[1])).toEqual(Array(3).fill('quarter'))
  })

  it.each([
    ['numbers that do not increase by one', 'Year', [1, 3, 9]],
    ['only two numbers', 'Year', [1, 2]],
    ['a label that is not a period', 'Units', [1, 2, 3]],
  ])('does not read a row as periods: %s', (_, label, numbers) => {
    expect(spansUnder(label, ...numbers)).toEqual(numbers.map(() => undefined))
  })
})

describe('unlabeled time axes', () => {
  const row = (at: number, values: readonly number[]) =>
    Object.fromEntries(values.map((value, n) => [`${String.fromCharCode(66 + n)}${at}`, value]))
  const periodsOf = (cells: Parameters<typeof sheetOf>[1], label: string) =>
    labeledNumbers(sheetOf('Model', cells))
      .find((line) => line.label === label)
      ?.periods.map((period) => period?.label)

  it('counts years after the heading of a table', () => {
    const cells = { A1: 'Operating Model', ...row(1, [0, 1, 2, 3]), A2: 'Revenue', ...row(2, [20, 22, 24, 26]) }
    expect(periodsOf(cells, 'Revenue')).toEqual(['Year 0', 'Year 1', 'Year 2', 'Year 3'])
  })

  it('does not read a row as an axis below the years of its table, or if it counts units', () => {
    const years = row(1, [2023, 2024, 2025, 2026])
    expect(periodsOf({ ...years, A2: 'New Sites', ...row(2, [1, 2, 3, 4]) }, 'New Sites')).toEqual([
      '2023',
      '2024',
      '2025',
      '2026',
    ])
    expect(periodsOf({ A1: 'Units', ...row(1, [1, 2, 3, 4]), A2: 'Rent', ...row(2, [9, 9, 9, 9]) }, 'Rent')).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('starts an axis with the column of actuals', () => {
    const cells = { B1: 'Actual Value', C1: 'Year 1', D1: 'Year 2', A2: 'Revenue', B2: 10, C2: 11, D2: 12 }
    const revenue = labeledNumbers(sheetOf('DCF', cells)).find(({ label }) => label === 'Revenue')
    expect(revenue?.periods.map((period) => [period?.nth, period?.actual])).toEqual([
      [0, true],
      [1, undefined],
      [2, undefined],
    ])
  })
})

describe('subject of a line', () => {
  it('uses the line above as the subject of a line, also if it is indented', () => {
    const lines = labeledNumbers(sheetOf('Model', { A1: 'Gross Profit', C1: 60, B2: '% of sales', C2: 0.6 }))
    expect(lines.map(({ label, subject }) => [label, subject])).toEqual([
      ['Gross Profit', ''],
      ['% of sales', 'Gross Profit'],
    ])
  })
})
