import { expect, it } from 'vitest'
import { smallBook } from '../testing/small-book.ts'
import { openCalculator } from './calculator.ts'

const open = (cells: Record<string, string | number>) => {
  const calculator = openCalculator(smallBook({ Sheet: cells }))
  const { grid } = calculator.model
  return { ...calculator, at: (row: number, column: number) => grid.idOf(0, row, column) }
}

it('there are no lanes where something between input and output is more than compiled formulas', () => {
  const text = open({ A1: 1, B1: '=A1&"x"', C1: '=LEN(B1)+A1' })
  expect(text.lanes([text.at(0, 0)], [text.at(0, 2)])).toBeUndefined()
  const moving = open({ A1: 1, B1: '=OFFSET(A1,0,0)', C1: '=B1+1' })
  expect(moving.lanes([moving.at(0, 0)], [moving.at(0, 2)])).toBeUndefined()
  const circle = open({ A1: 1, B1: '=C1/2+A1', C1: '=B1/2' })
  expect(circle.lanes([circle.at(0, 0)], [circle.at(0, 2)])).toBeUndefined()
})

it('what no output needs does not keep others from lanes', () => {
  const { lanes, at } = open({ A1: 1, B1: '=A1&"x"', C1: '=A1*2' })
  expect(lanes([at(0, 0)], [at(0, 2)])?.run()).toBe(true)
})

it('lanes in which one is no number are given up', () => {
  const { lanes, at } = open({ A1: 1, B1: '=1/A1', C1: '=B1+1' })
  const made = lanes([at(0, 0)], [at(0, 2)])
  made?.numbers.forEach((own, lane) => {
    own[at(0, 0)] = lane - 3
  })
  expect(made?.run()).toBe(false)
})

it('lanes leave the workbook as it is', () => {
  const { lanes, at, model } = open({ A1: 1, B1: '=A1*2' })
  const made = lanes([at(0, 0)], [at(0, 1)])
  for (const own of made?.numbers ?? []) own[at(0, 0)] = 5
  expect(made?.run()).toBe(true)
  expect(made?.numbers.map((own) => own[at(0, 1)])).toEqual(Array.from({ length: 8 }, () => 10))
  expect(model.grid.get(at(0, 1))).toBe(2)
})

it('a formula whose cell is set keeps what it is set to in every lane', () => {
  const { lanes, at } = open({ A1: 1, B1: '=A1*2', C1: '=B1+1' })
  const made = lanes([at(0, 1)], [at(0, 2)])
  for (const own of made?.numbers ?? []) own[at(0, 1)] = 7
  expect(made?.run()).toBe(true)
  expect(made?.numbers[3]?.[at(0, 2)]).toBe(8)
})
