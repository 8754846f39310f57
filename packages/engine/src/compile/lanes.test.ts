import { expect, it } from 'vitest'
import { smallBook } from '../testing/small-book.ts'
import { openCalculator } from './calculator.ts'

const open = (cells: Record<string, string | number>) => {
  const calculator = openCalculator(smallBook({ Sheet: cells }))
  const { grid } = calculator.model
  return { ...calculator, at: (row: number, column: number) => grid.idOf(0, row, column) }
}

it('offers no lanes if anything between input and output is not compiled', () => {
  const text = open({ A1: 1, B1: '=A1&"x"', C1: '=LEN(B1)+A1' })
  expect(text.lanes([text.at(0, 0)], [text.at(0, 2)])).toBeUndefined()
  const moving = open({ A1: 1, B1: '=OFFSET(A1,0,0)', C1: '=B1+1' })
  expect(moving.lanes([moving.at(0, 0)], [moving.at(0, 2)])).toBeUndefined()
  const cycle = open({ A1: 1, B1: '=C1/2+A1', C1: '=B1/2' })
  expect(cycle.lanes([cycle.at(0, 0)], [cycle.at(0, 2)])).toBeUndefined()
})

it('offers lanes although formulas that no output needs are not compiled', () => {
  const { lanes, at } = open({ A1: 1, B1: '=A1&"x"', C1: '=A1*2' })
  expect(lanes([at(0, 0)], [at(0, 2)])?.run()).toBe(true)
})

it('bails out of lanes if one of them yields a value that is not a number', () => {
  const { lanes, at } = open({ A1: 1, B1: '=1/A1', C1: '=B1+1' })
  const made = lanes([at(0, 0)], [at(0, 2)])
  made?.numbers.forEach((own, lane) => {
    own[at(0, 0)] = lane - 3
  })
  expect(made?.run()).toBe(false)
})

it('leaves the workbook unchanged when computing in lanes', () => {
  const { lanes, at, model } = open({ A1: 1, B1: '=A1*2' })
  const made = lanes([at(0, 0)], [at(0, 1)])
  for (const own of made?.numbers ?? []) own[at(0, 0)] = 5
  expect(made?.run()).toBe(true)
  expect(made?.numbers.map((own) => own[at(0, 1)])).toEqual(Array.from({ length: 8 }, () => 10))
  expect(model.grid.get(at(0, 1))).toBe(2)
})

it('keeps the value set on a formula cell in every lane', () => {
  const { lanes, at } = open({ A1: 1, B1: '=A1*2', C1: '=B1+1' })
  const made = lanes([at(0, 1)], [at(0, 2)])
  for (const own of made?.numbers ?? []) own[at(0, 1)] = 7
  expect(made?.run()).toBe(true)
  expect(made?.numbers[3]?.[at(0, 2)]).toBe(8)
})

it('computes rows that depend on each other month by month identically in lanes, including conditions', () => {
  const columns = Array.from({ length: 20 }, (_, n) => String.fromCharCode(66 + n))
  const cells: Record<string, string | number> = { A1: 100, A2: 0.05, A3: 100, A4: 90 }
  columns.forEach((column, n) => {
    const before = n === 0 ? 'A' : (columns[n - 1] ?? 'A')
    cells[`${column}1`] = `=${before}3*$A$2/12`
    cells[`${column}2`] = `=IF(${column}1>$A$4/200,MIN(${before}3+${column}1,$A$4/10),MAX(0,${column}1-0.1))`
    cells[`${column}3`] = `=${before}3+${column}1-${column}2`
    cells[`${column}4`] = `=${column}3>$A$4`
  })
  const last = columns.at(-1) ?? ''
  cells['A6'] = `=SUM(B2:${last}3)`
  cells['A7'] = `=IF(${last}4,1,2)+IF(F4,10,20)`
  const { lanes, at, set, model } = open(cells)
  const inputs = [at(1, 0), at(3, 0)]
  const outputs = [at(5, 0), at(6, 0)]
  const made = lanes(inputs, outputs)
  const values = Array.from({ length: 8 }, (_, n) => [0.01 + n * 0.03, 20 + n * 40])
  made?.numbers.forEach((own, lane) => {
    inputs.forEach((id, n) => {
      own[id] = values[lane]?.[n] ?? 0
    })
  })
  expect(made?.run()).toBe(true)
  const beside = made?.numbers.map((own) => outputs.map((id) => own[id]))
  const alone = values.map((own) => {
    set(inputs.map((id, n) => ({ id, value: own[n] ?? 0 })))
    return outputs.map((id) => model.grid.get(id))
  })
  expect(beside).toEqual(alone)
  expect(new Set(alone.map(([, second]) => second)).size).toBeGreaterThan(1)
})
