import type { Calculator } from '../compile/calculator.ts'

/** The formulas behind a cell, its own among them. */
export interface ComputedShare {
  readonly formulas: number
  /** Those that were recalculated and came out as the author's program has them. */
  readonly computed: number
  /** 1 where there are no formulas: nothing is frozen then. */
  readonly share: number
}

/** How much of what a cell depends on is computed; the rest is frozen at its cached value. */
export const computedShare = ({ model, check }: Calculator, cellId: number): ComputedShare => {
  const disagreed = new Set(check.disagreeing.map(({ formula }) => formula.id))
  const { sheet, row, column } = model.grid.placeOf(cellId)
  const own = model.formulas.findIndex(
    ({ id, array }) =>
      id === cellId ||
      (array !== undefined &&
        array.area.sheet === sheet &&
        row >= array.area.top &&
        row <= array.area.bottom &&
        column >= array.area.left &&
        column <= array.area.right),
  )
  const seen = new Set<number>(own === -1 ? [] : [own])
  let computed = 0
  for (const n of seen) {
    const formula = model.formulas[n]
    // A formula without a cached value agrees with nothing.
    if (formula?.frozen === undefined && formula?.cached !== null && !disagreed.has(formula?.id ?? 0)) computed += 1
    for (const other of model.dependsOn(n)) seen.add(other)
  }
  return { formulas: seen.size, computed, share: seen.size === 0 ? 1 : computed / seen.size }
}
