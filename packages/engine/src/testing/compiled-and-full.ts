import { expect } from 'vitest'
import type { Calculator } from '../compile/calculator.ts'
import { isArray, type Scalar } from '../value/value.ts'

/** Expects every formula cell to hold the interpreter's value. */
export const expectAsInFull = ({ model }: Pick<Calculator, 'model'>): void => {
  const { grid, formulas } = model
  const nodes = model.order().flatMap((component) => [...component.nodes])
  const held = nodes.map((node) => grid.get(formulas[node]?.id ?? 0))
  const wanted = nodes.flatMap((node): Scalar[] => {
    const formula = formulas[node]
    const value = formula === undefined ? null : model.compute(formula)
    return value !== null && isArray(value) ? [] : [value as Scalar]
  })
  expect(held).toEqual(wanted)
}
