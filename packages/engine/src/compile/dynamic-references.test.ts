import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bookCalculator } from '../testing/sheet-calculator.ts'
import { type SmallSheet, smallBook } from '../testing/small-book.ts'
import { type Calculator, openCalculator } from './calculator.ts'

const inputs = 4
const cells = 14

/** A formula for the n-th cell that refers only to earlier cells; `at` gives their position. */
const formula = (n: number, at: (n: number) => number) => {
  const earlier = fc.integer({ min: 0, max: n - 1 })
  const cell = earlier.map((row) => `A${at(row)}`)
  const choiceOf = (rowOf: (n: number) => number) =>
    fc
      .tuple(cell, earlier, earlier, earlier)
      .map(([by, ...three]) => `CHOOSE(1+MOD(INT(${by}),3),${three.map(rowOf).join(',')})`)
  // In column B the cells are in order, so that any number of them can be summed.
  const [inA, inB] = [choiceOf(at), choiceOf((row) => row + 1)]
  return fc.oneof(
    fc.tuple(cell, cell).map(([a, b]) => `=${a}*2-${b}`),
    inA.map((row) => `=INDIRECT("A"&${row})+1`),
    inA.map((row) => `=OFFSET(A1,${row}-1,0)`),
    fc
      .tuple(inB, cell)
      .map(([row, condition]) => `=IF(${condition}>3,SUM(OFFSET(B1,0,0,${row})),INDIRECT("B"&${row}))`),
    fc.tuple(inB, inB).map(([a, b]) => `=SUM(INDEX(B:B,${a}):INDEX(B:B,${b}))`),
    fc.tuple(cell, cell, cell).map(([by, a, b]) => `=SUM(CHOOSE(1+MOD(INT(${by}),2),${a},${b}))`),
    cell.map((by) => `=SUM(OFFSET(B1,0,0,1+MOD(ABS(INT(${by})),${n}),1))`),
  )
}

const values = fc.array(fc.integer({ min: -3, max: 9 }), { minLength: inputs, maxLength: inputs })

/** Cells in random order in column A, and the same cells in order in column B. */
const model = fc
  .shuffledSubarray(
    Array.from({ length: cells }, (_, n) => n + 1),
    { minLength: cells },
  )
  .chain((rows) => {
    const at = (n: number): number => rows[n] ?? 1
    const formulas = Array.from({ length: cells - inputs }, (_, n) => formula(n + inputs, at))
    return fc.tuple(...formulas).map((texts) => (given: readonly number[]): SmallSheet => {
      const sheet: Record<string, SmallSheet[string]> = {}
      for (const [n, value] of [...given, ...texts].entries()) {
        sheet[`A${at(n)}`] = value
        sheet[`B${n + 1}`] = `=A${at(n)}`
      }
      return sheet
    })
  })

const stateOf = ({ model: { grid } }: Calculator): string =>
  JSON.stringify(Array.from({ length: grid.size }, (_, id) => grid.get(id)))

const open = (sheet: SmallSheet): Calculator => openCalculator(smallBook({ Sheet: sheet }))

describe('dynamic references', () => {
  it('computes dynamic references after a change as if the workbook were newly opened, and restores them on revert', () => {
    fc.assert(
      fc.property(model, values, fc.array(values, { minLength: 1, maxLength: 3 }), (sheetWith, first, then) => {
        const calculator = open(sheetWith(first))
        const before = stateOf(calculator)
        const { grid } = calculator.model
        const rowOf = (n: number): number => {
          const text = calculator.model.formulas.find(({ id }) => id === grid.idOf(0, n, 1))?.text ?? ''
          return Number(text.slice(1)) - 1
        }
        const change = (given: readonly number[]): void => {
          for (const [n, value] of given.entries()) calculator.set([{ id: grid.idOf(0, rowOf(n), 0), value }])
        }
        for (const given of then) {
          change(given)
          if (stateOf(calculator) !== stateOf(open(sheetWith(given)))) return false
          if (calculator.unsettled().length > 0) return false
        }
        change(first)
        return stateOf(calculator) === before
      }),
      { numRuns: 60 },
    )
  })

  it('computes a dynamic reference after its new target, even if that depends on the same change', () => {
    const calculator = open({
      A1: 1,
      A2: '=OFFSET(A3,A1,0)',
      A3: 0,
      A4: '=A1*10',
      A5: '=A6+1',
      A6: '=A1*100',
      A7: '=A2*2',
    })
    const { grid } = calculator.model
    const at = (row: number) => grid.get(grid.idOf(0, row - 1, 0))
    expect([at(2), at(7)]).toEqual([10, 20])
    calculator.set([{ id: grid.idOf(0, 0, 0), value: 2 }])
    expect([at(2), at(7)]).toEqual([201, 402])
    calculator.set([{ id: grid.idOf(0, 2, 0), value: 5 }])
    expect([at(2), at(7)]).toEqual([201, 402])
    calculator.set([{ id: grid.idOf(0, 0, 0), value: 0 }])
    expect([at(2), at(7)]).toEqual([5, 10])
    calculator.set([{ id: grid.idOf(0, 2, 0), value: 6 }])
    expect([at(2), at(7)]).toEqual([6, 12])
  })

  it('does not report a cycle if only the anchor of OFFSET is the formula’s own cell', () => {
    const calculator = open({ A1: 4, B1: '=OFFSET(B1,0,-1)*2' })
    const { grid } = calculator.model
    calculator.set([{ id: grid.idOf(0, 0, 0), value: 5 }])
    expect(grid.get(grid.idOf(0, 0, 1))).toBe(10)
    expect(calculator.unsettled()).toEqual([])
  })

  it('resolves dynamic references again after cells were restored directly', () => {
    const calculator = open({ A1: 0, A2: '=OFFSET(B1,A1,0)', B1: 7, B2: 7, A3: '=A2*2' })
    const { grid } = calculator.model
    const [numbers, tags] = [grid.numbers.slice(), grid.tags.slice()]
    calculator.set([{ id: grid.idOf(0, 0, 0), value: 1 }])
    grid.numbers.set(numbers)
    grid.tags.set(tags)
    calculator.set([{ id: grid.idOf(0, 0, 1), value: 8 }])
    expect(grid.get(grid.idOf(0, 2, 0))).toBe(16)
  })

  it('stops and reports dynamic references that chase each other forever', () => {
    const calculator = open({ A1: 0, A2: '=IF(A1=0,1,OFFSET(A1,3-A2,0))', A3: '=INDIRECT("A"&2+A1)+1' })
    calculator.set([{ id: calculator.model.grid.idOf(0, 0, 0), value: 1 }])
    expect(calculator.unsettled().length).toBeGreaterThan(0)
    calculator.set([{ id: calculator.model.grid.idOf(0, 0, 0), value: 0 }])
    expect(calculator.unsettled()).toEqual([])
  })
})

describe('INDIRECT', () => {
  const names = [
    { name: 'Rent', sheet: 1, formula: 'Rents!$A$1' },
    { name: 'Moving', sheet: undefined, formula: 'OFFSET(Rents!$A$1,0,0)' },
    { name: 'Both', sheet: undefined, formula: 'Rents!$A$1:$A$2' },
  ]
  const open = (formula: string) =>
    bookCalculator(smallBook({ Deal: { A1: 1, A2: 2 }, Rents: { A1: 10, A2: 20, C1: formula } }, { names }))

  it.each([
    ['=INDIRECT("A1")', 10, 50],
    ['=INDIRECT("A"&1)*2', 20, 100],
    ['=INDIRECT("R1C1",FALSE)', 10, 50],
    ['=INDIRECT("A01")', 10, 50],
    ['=INDIRECT("$A$001")', 10, 50],
    ['=SUM(INDIRECT("A01:A0002"))', 30, 70],
    ['=INDIRECT("Rents!A01")', 10, 50],
    ['=INDIRECT("Rent")', 10, 50],
    ['=SUM(INDIRECT("Both"))', 30, 70],
    ['=INDIRECT("Deal!A1")', 1, 1],
  ])('resolves %s to its own sheet unless it names another', (formula, before, after) => {
    const { at, set } = open(formula)
    expect(at('Rents!C1')).toBe(before)
    set('Rents!A1', 50)
    expect(at('Rents!C1')).toBe(after)
  })

  it.each(['=INDIRECT("Moving")', '=INDIRECT("A0")', '=INDIRECT("nothing")'])(
    'returns #REF! for %s because INDIRECT accepts only addresses and names of cells',
    (formula) => {
      expect(open(formula).at('Rents!C1')).toMatchObject({ error: '#REF!' })
    },
  )
})

describe('spilled range operator', () => {
  it('resolves the spilled range of a formula that does not spill to its own cell', () => {
    const { at, set } = bookCalculator(smallBook({ Sheet: { A1: 2, E33: '=A1*3', B1: '=SUM(E33#)', B2: '=SUM(A1#)' } }))
    expect(at('B1')).toBe(6)
    set('A1', 5)
    expect(at('B1')).toBe(15)
    expect(at('B2')).toMatchObject({ error: '#REF!' })
  })
})
