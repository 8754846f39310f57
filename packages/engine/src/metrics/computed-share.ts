import type { Calculator } from '../compile/calculator.ts'

/** The formulas behind cells, their own among them. */
export interface ComputedShare {
  readonly formulas: number
  /** Those that were recalculated and came out as the author's program has them. */
  readonly computed: number
  /** 1 where there are no formulas: nothing is frozen then. */
  readonly share: number
}

/** How much of what cells depend on is computed; the rest is frozen at its cached value. */
export const computedShare = ({ model, check }: Calculator, cellIds: readonly number[]): ComputedShare => {
  const disagreed = new Set(check.disagreeing.map(({ formula }) => formula.id))
  const agrees = (n: number): boolean => {
    const formula = model.formulas[n]
    // A formula without a cached value agrees with nothing.
    if (formula !== undefined)
      return formula.frozen === undefined && formula.cached !== null && !disagreed.has(formula.id)
    // A what-if table: all of its cells.
    const table = model.tables[n - model.formulas.length]
    if (table === undefined || table.kept !== undefined) return false
    const { sheet, top, left, bottom, right } = table.area
    const cached = (model.workbook.sheets[sheet]?.cells ?? []).filter(
      ({ row, column, value }) => row >= top && row <= bottom && column >= left && column <= right && value !== null,
    )
    const isWhole = cached.length === (bottom - top + 1) * (right - left + 1)
    return isWhole && cached.every(({ row, column }) => !disagreed.has(model.grid.idOf(sheet, row, column)))
  }
  const isSeen = new Uint8Array(model.count)
  const seen: number[] = []
  const see = (n: number): void => {
    if (n < 0 || isSeen[n] === 1) return
    isSeen[n] = 1
    seen.push(n)
  }
  for (const id of cellIds) see(model.nodeAt(id))
  let computed = 0
  // What is seen grows while it is gone through.
  for (const n of seen) {
    if (agrees(n)) computed += 1
    for (const other of model.dependsOn(n)) see(other)
  }
  return { formulas: seen.length, computed, share: seen.length === 0 ? 1 : computed / seen.length }
}
