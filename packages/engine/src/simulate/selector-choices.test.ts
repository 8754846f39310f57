import { describe, expect, it } from 'vitest'
import { openCalculator } from '../compile/calculator.ts'
import { type SmallCell, smallBook } from '../testing/small-book.ts'
import { selectorChoices } from './selector-choices.ts'

const choicesIn = (cells: Record<string, SmallCell>, names: { name: string; formula: string }[] = []) => {
  const book = smallBook(
    { Model: cells },
    { names: names.map((name) => ({ ...name, sheet: undefined })) as ReturnType<typeof smallBook>['names'] },
  )
  const { model } = openCalculator(book)
  return selectorChoices(model, model.grid.idOf(0, 0, 0))
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1)
/** A number and one formula for each number it is compared with. */
const comparedWith = (count: number): Record<string, SmallCell> => ({
  A1: 2,
  ...Object.fromEntries(upTo(count).map((n) => [`B${n}`, `=IF(A1=${n + 1},5,6)`])),
})

describe('choices of a selector', () => {
  it('finds at most fifty choices of a selector', () => {
    expect(choicesIn(comparedWith(50))).toEqual(upTo(50).map((n) => n + 1))
  })

  it('stops collecting choices once there are too many', () => {
    const model = openCalculator(smallBook({ Model: comparedWith(200) })).model
    let looked = 0
    const formulas = model.formulas.map((formula) => ({
      ...formula,
      get areas() {
        looked += 1
        return formula.areas
      },
    }))
    expect(selectorChoices({ ...model, formulas }, model.grid.idOf(0, 0, 0))).toBeUndefined()
    expect(looked).toBe(51)
  })

  it.each<[string, Record<string, SmallCell>, number[]]>([
    ['CHOOSE', { A1: 2, B1: '=CHOOSE(A1,5,6,7)' }, [1, 2, 3]],
    ['CHOOSE deep in a formula', { A1: 2, B1: '=3*(1+CHOOSE($A$1,5,6))' }, [1, 2]],
    ['INDEX over a few cases', { A1: 1, C1: 4, D1: 5, E1: 6, B1: '=INDEX(C1:E1,1,A1)' }, [1, 2, 3]],
    ['SWITCH', { A1: 10, B1: '=SWITCH(A1,10,1,20,2,0)' }, [10, 20]],
    ['a switch', { A1: 0, B1: '=IF(A1=1,5,6)' }, [0, 1]],
    ['a bare condition', { A1: 1, B1: '=IF(A1,5,6)' }, [0, 1]],
    ['comparisons with each case', { A1: 3, B1: '=IF(A1=2,5,IF(A1=3,6,7))' }, [2, 3]],
  ])('reads the choices of a selector from %s', (_, cells, choices) => {
    expect(choicesIn(cells)).toEqual(choices)
  })

  it('reads the choices of a selector through a defined name', () => {
    const cells = { A1: 2, B1: '=CHOOSE(Scenario,5,6)' }
    expect(choicesIn(cells, [{ name: 'Scenario', formula: 'Model!$A$1' }])).toEqual([1, 2])
  })

  it.each<[string, Record<string, SmallCell>]>([
    ['a guard against zero', { A1: 212, B1: '=IF(A1=0,0,5/A1)' }],
    ['a month used as a lookup key', { A1: 2, B1: 1, C1: '=IF(B1=A1,1,0)' }],
    ['a long list of periods', { A1: 5, B1: '=INDEX(C1:Z1,1,A1)' }],
    ['a fraction', { A1: 1.5, B1: '=CHOOSE(A1,5,6)' }],
    ['a number that is not one of the cases', { A1: 7, B1: '=IF(A1=1,5,6)' }],
    ['a number that no formula reads', { A1: 1 }],
    ['a number that formulas compare with more than fifty others', comparedWith(51)],
    ['a number with more than fifty cases in one formula', { A1: 1, B1: `=CHOOSE(A1${',5'.repeat(51)})` }],
  ])('finds no choices for %s', (_, cells) => {
    expect(choicesIn(cells)).toBeUndefined()
  })
})
