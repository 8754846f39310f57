import { parseCell } from '@deal-canvas/workbook-reader'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openCalculator } from '../compile/calculator.ts'
import { metric } from '../testing/findings-of.ts'
import { propertyModel } from '../testing/property-model.ts'
import { smallBook } from '../testing/small-book.ts'
import { assess } from './assess.ts'
import type { LocatedFinding } from './finding.ts'
import { createScores } from './scores.ts'

/** Failing checks, errors that come and go, totals, percentages, and a dynamic reference. */
const books = {
  checks: smallBook({
    Model: {
      ...{ A1: 'Sources', B1: 100, A2: 'Uses', B2: 100, A3: 'Balance check', B3: '=B1-B2' },
      ...{
        A4: 'Ratio',
        B4: '=B1/B2',
        C4: '=B4*0.37',
        A5: 'Total uses',
        B5: '=SUM(B1:B2)',
        A6: 'Vacancy',
        B6: '=B4/B1',
      },
    },
  }),
  looking: smallBook({
    Model: {
      ...{ A1: 1, B1: '=OFFSET(C1,A1,0)', C1: 5, C2: '=1/D2', D2: 0, C3: '=B1+1', D3: 7 },
      ...{ A4: 'Cap rate', B4: '=B1*2', A5: 'Price', B5: '=IFERROR(B4/A1,0)' },
    },
  }),
}

const change = fc.record({
  cell: fc.constantFrom('A1', 'B1', 'B2', 'D2', 'D3'),
  value: fc.oneof(fc.constantFrom(0, 1, 2, -1), fc.double({ min: -1e9, max: 1e9, noNaN: true })),
})

const inOrder = (findings: readonly LocatedFinding[]): string[] =>
  findings.map((finding) => JSON.stringify(finding)).sort()

describe('integrity score during what-ifs', () => {
  it.each(Object.entries(books))(
    'gives the same incremental score as a full assessment, regardless of history: %s',
    (_, book) => {
      fc.assert(
        fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
          const calculator = openCalculator(book)
          const { grid } = calculator.model
          const scoreOf = createScores(calculator)
          for (const { cell, value } of changes) {
            const place = parseCell(cell) ?? { row: 0, column: 0 }
            calculator.set([{ id: grid.idOf(0, place.row, place.column), value }])
            const held = grid.get(grid.idOf(0, 3, 1))
            const metrics = [metric('going_in_cap_rate_pct', typeof held === 'number' ? held : null, { row: 3 })]
            const judged = scoreOf(metrics)
            const { score, findings } = assess(calculator, metrics)
            expect(judged.score).toBe(score)
            expect(inOrder(judged.findings())).toEqual(inOrder(findings.map(({ impact, ...finding }) => finding)))
          }
        }),
        { numRuns: 20 },
      )
    },
  )

  it('gives the same incremental score as a full assessment on a property model', () => {
    const { workbook, inputCell } = propertyModel({ months: 24, types: 4, expenses: 3 })
    const calculator = openCalculator(workbook)
    const { grid } = calculator.model
    const scoreOf = createScores(calculator)
    const { row, column } = inputCell('vacancy')
    for (const value of [0.05, 0.5, 2, -3, 0.05]) {
      calculator.set([{ id: grid.idOf(0, row, column), value }])
      const metrics = [metric('vacancy_rate_pct', value * 100, { row, column })]
      const judged = scoreOf(metrics)
      const { score, findings } = assess(calculator, metrics)
      expect(judged.score).toBe(score)
      expect(inOrder(judged.findings())).toEqual(inOrder(findings.map(({ impact, ...finding }) => finding)))
    }
  })
})
