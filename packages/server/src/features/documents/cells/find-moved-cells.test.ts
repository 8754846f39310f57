import { formatCell } from '@deal-canvas/workbook-reader'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Book, BookCell } from '../reading/book.ts'
import { areSameLabels, labelsAt } from './cell-labels.ts'
import { findMovedCells, labelCellOf, type WantedCell } from './find-moved-cells.ts'

type Grid = readonly (readonly (string | number | null)[])[]

const cellsOf = (grid: Grid): BookCell[] =>
  grid.flatMap((values, row) =>
    values.flatMap((value, column) => (value === null ? [] : [{ row, column, value } satisfies BookCell])),
  )

const bookOf = (sheets: Record<string, Grid>): Book => ({
  title: null,
  sheets: Object.entries(sheets).map(([name, grid]) => ({ name, hidden: false, cells: cellsOf(grid) })),
})

const labelsIn = (grid: Grid, row: number, column: number) =>
  labelsAt(
    (r, c) => {
      const value = grid[r]?.[c] ?? null
      return value === null ? undefined : labelCellOf({ value })
    },
    { row, column },
  )

const wantedIn = (sheet: string, grid: Grid, row: number, column: number): WantedCell => ({
  sheet,
  cell: formatCell({ row, column }),
  labels: labelsIn(grid, row, column),
  text: String(grid[row]?.[column] ?? ''),
})

const table: Grid = [
  ['Riverside', null, null, null],
  [null, 2026, 2027, 2028],
  ['Rent', 100, 110, 120],
  ['Vacancy', 5, 6, 7],
  ['NOI', 95, 104, 113],
]

const blankRows = (count: number): Grid => Array.from({ length: count }, () => [null])

describe('labels of a cell', () => {
  it('reads the words of the row and the head of the column', () => {
    expect(labelsIn(table, 4, 2)).toEqual({ row: ['NOI'], column: '2027' })
    expect(labelsIn(table, 2, 1)).toEqual({ row: ['Rent'], column: '2026' })
  })

  it('tells the tables apart that stand side by side', () => {
    const sideBySide: Grid = [
      ['Senior debt', 60, null, 'Purchase price', 90],
      ['Equity', 40, null, 'Costs', 10],
    ]
    expect(labelsIn(sideBySide, 0, 1).row).toEqual(['Senior debt'])
    expect(labelsIn(sideBySide, 0, 4).row).toEqual(['Senior debt', 'Purchase price'])
  })

  it('does not take a row of words among the values for the head', () => {
    const rentRoll: Grid = [
      ['Unit', 'Tenant', 'Rent', 'Status'],
      ['A-1', 'Smith', 1_200, 'Occupied'],
      ['A-2', null, 0, 'Vacant'],
      ['A-3', 'Jones', 1_300, 'Occupied'],
    ]
    expect(labelsIn(rentRoll, 3, 3)).toEqual({ row: ['A-3'], column: 'Status' })
  })
})

describe('cells of an earlier version', () => {
  it('stay where the same labels are, whatever their value', () => {
    const now: Grid = table.map((row, at) => (at === 4 ? ['NOI', 1, 2, 3] : row))
    expect(findMovedCells(bookOf({ A: now }), [wantedIn('A', table, 4, 2)])).toEqual([{ sheet: 'A', cell: 'C5' }])
  })

  it('follow a column that was inserted before them', () => {
    const now = table.map((row) => [row[0] ?? null, row === table[1] ? 2025 : 1, ...row.slice(1)])
    expect(findMovedCells(bookOf({ A: now }), [wantedIn('A', table, 4, 2)])).toEqual([{ sheet: 'A', cell: 'D5' }])
  })

  it('are found in another sheet only if the own one no longer has them', () => {
    const book = bookOf({ Cover: [['Nothing']], Renamed: table })
    expect(findMovedCells(book, [wantedIn('A', table, 4, 2)])).toEqual([{ sheet: 'Renamed', cell: 'C5' }])
    const twice = bookOf({ One: table, Two: table })
    expect(findMovedCells(twice, [wantedIn('A', table, 4, 2)])).toEqual([undefined])
    expect(findMovedCells(twice, [wantedIn('Two', table, 4, 2)])).toEqual([{ sheet: 'Two', cell: 'C5' }])
  })

  it('are not found if their labels changed or two cells have them', () => {
    const renamed = table.map((row, at) => (at === 4 ? ['Cash flow', 95, 104, 113] : row))
    expect(findMovedCells(bookOf({ A: renamed }), [wantedIn('A', table, 4, 2)])).toEqual([undefined])
    const twice = [['Total', 1, 2, 3], ...table, ...table]
    expect(findMovedCells(bookOf({ A: twice }), [wantedIn('A', table, 4, 2)])).toEqual([undefined])
  })

  it('without a label are known by what they show', () => {
    const grid: Grid = [[null, 42]]
    expect(findMovedCells(bookOf({ A: grid }), [wantedIn('A', grid, 0, 1)])).toEqual([{ sheet: 'A', cell: 'B1' }])
    expect(findMovedCells(bookOf({ A: [[null, 43]] }), [wantedIn('A', grid, 0, 1)])).toEqual([undefined])
  })

  it('move with their table by as many rows as are inserted above it [COMMENT-19]', () => {
    const word = fc.stringMatching(/^[A-Z][a-z]{3,8}$/)
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { minLength: 6, maxLength: 12 }),
        fc.array(fc.integer({ min: 200, max: 9_999 }), { minLength: 60, maxLength: 60 }),
        fc.integer({ min: 1, max: 150 }),
        fc.nat({ max: 5 }),
        fc.nat({ max: 2 }),
        (names, numbers, inserted, line, place) => {
          const [first = '', second = '', third = '', ...rows] = names
          const grid: Grid = [
            [null, first, second, third],
            ...rows.map((name, at) => [name, ...numbers.slice(at * 3, at * 3 + 3)]),
          ]
          const [row, column] = [1 + (line % rows.length), 1 + place]
          const found = findMovedCells(bookOf({ A: [...blankRows(inserted), ...grid] }), [
            wantedIn('A', grid, row, column),
          ])
          expect(found).toEqual([{ sheet: 'A', cell: formatCell({ row: row + inserted, column }) }])
        },
      ),
    )
  })

  it('never land on a cell with other labels [COMMENT-19]', () => {
    const value = fc.oneof(
      fc.constantFrom('Rent', 'NOI', 'Total', 'Year 1', 'Year 2', '%'),
      fc.integer({ min: 0, max: 3_000 }),
      fc.constant(null),
    )
    const grid = fc.array(fc.array(value, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(grid, grid, fc.nat({ max: 7 }), fc.nat({ max: 5 }), (before, after, row, column) => {
        const wanted = wantedIn('A', before, row, column)
        const [found] = findMovedCells(bookOf({ A: after }), [wanted])
        if (found === undefined) return
        const [, letters = '', digits = ''] = /^([A-Z]+)(\d+)$/.exec(found.cell) ?? []
        const labels = labelsIn(after, Number(digits) - 1, letters.charCodeAt(0) - 65)
        expect(areSameLabels(labels, wanted.labels)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
