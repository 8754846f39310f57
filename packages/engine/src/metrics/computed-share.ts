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
  const agrees = (n: number): boolean => {
    const formula = model.formulas[n]
    // A formula without a cached value agrees with nothing.
    if (formula !== undefined)
      return formula.frozen === undefined && formula.cached !== null && !disagreed.has(formula.id)
    // A what-if table: all of its cells.
    const table = model.tables[n - model.formulas.length]
    if (table === undefined) return false
    const { sheet, top, left, bottom, right } = table.area
    const cached = (model.workbook.sheets[sheet]?.cells ?? []).filter(
      ({ row, column, value }) => row >= top && row <= bottom && column >= left && column <= right && value !== null,
    )
    const isWhole = cached.length === (bottom - top + 1) * (right - left + 1)
    return isWhole && cached.every(({ row, column }) => !disagreed.has(model.grid.idOf(sheet, row, column)))
  }
  const own = model.nodeAt(cellId)
  const seen = new Set<number>(own === -1 ? [] : [own])
  let computed = 0
  for (const n of seen) {
    if (agrees(n)) computed += 1
    for (const other of model.dependsOn(n)) seen.add(other)
  }
  return { formulas: seen.size, computed, share: seen.size === 0 ? 1 : computed / seen.size }
}
