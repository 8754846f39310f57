import type { Disagreement } from '../calculate/check.ts'
import type { FormulaCell, Model } from '../calculate/model.ts'
import { sameValue, tolerance } from '../calculate/same-value.ts'
import type { WhatIfTable } from '../calculate/what-if-table.ts'
import type { Area, Scalar } from '../value/value.ts'

interface Deps {
  model: Model
  /** Computes what the slots `only` need after the slots `ids` were set; returns whether its references can move. */
  settle(ids: readonly number[], only: readonly number[]): boolean
}

interface Filled {
  readonly id: number
  readonly value: Scalar
}

/** How data tables compare with their cached values. */
export interface TableCheck {
  readonly formulas: number
  readonly computed: number
  readonly agreeing: number
  readonly disagreeing: readonly Disagreement[]
}

/** Computes data tables: the model is computed once for each of their values and then restored. */
export const createWhatIfTables = ({ model, settle }: Deps) => {
  const { grid, formulas, tables, workbook } = model
  const kept = new Set<number>()
  const restless = new Set<number>()
  let isRunning = false

  const compute = (node: number, { runs, heads }: WhatIfTable): Filled[] => {
    const ids = [...new Set(runs.flatMap(({ inputs }) => inputs.map(({ id }) => id)))]
    const before = ids.map((id) => grid.get(id))
    // Values on the edges can depend on the inputs themselves: all are read before the first is tried.
    const values = runs.map(({ inputs }) => inputs.map(({ from }) => grid.get(from)))
    const filled: Filled[] = []
    isRunning = true
    runs.forEach(({ inputs, cells }, run) => {
      inputs.forEach(({ id }, n) => {
        grid.put(id, values[run]?.[n] ?? null)
      })
      if (settle(ids, heads)) restless.add(node)
      for (const { id, head } of cells) filled.push({ id, value: grid.get(head) ?? 0 })
    })
    ids.forEach((id, n) => {
      grid.put(id, before[n] ?? null)
    })
    settle(ids, heads)
    isRunning = false
    return filled
  }

  const cachedIn = ({ area: { sheet, top, left, bottom, right } }: { readonly area: Area }): Map<number, Scalar> =>
    new Map(
      (workbook.sheets[sheet]?.cells ?? [])
        .filter(({ row, column }) => row >= top && row <= bottom && column >= left && column <= right)
        .map(({ row, column, value }) => [grid.idOf(sheet, row, column), value]),
    )

  const asFormula = ({ text, areas }: WhatIfTable, id: number, cached: Scalar): FormulaCell => ({
    id,
    place: grid.placeOf(id),
    text,
    expression: { kind: 'call', name: 'TABLE', args: [] },
    array: undefined,
    cached,
    areas,
    dynamic: false,
    functions: new Set(['TABLE']),
    frozen: undefined,
  })

  return {
    /** Tables that can depend on any cell, because formulas they need have dynamic references. */
    restless,
    /** Computes the table of a node, unless another table is being computed. */
    run: (node: number): void => {
      const table = tables[node - formulas.length]
      if (table === undefined || isRunning || table.kept !== undefined || kept.has(node)) return
      for (const { id, value } of compute(node, table)) grid.put(id, value)
    },
    /** Compares all tables with their cached values. A table that disagrees keeps them. */
    check: (): TableCheck => {
      const disagreeing: Disagreement[] = []
      let [computed, agreeing, frozen] = [0, 0, 0]
      tables.forEach((table, n) => {
        const cached = cachedIn(table)
        if (table.kept !== undefined) {
          frozen += [...cached.values()].filter((value) => value !== null).length
          return
        }
        for (const { id, value } of compute(formulas.length + n, table)) {
          const expected = cached.get(id) ?? null
          if (expected === null) continue
          computed += 1
          if (sameValue(value, expected, tolerance.iterative)) agreeing += 1
          else {
            disagreeing.push({ formula: asFormula(table, id, expected), expected, got: value })
            kept.add(formulas.length + n)
          }
        }
      })
      return { formulas: computed + frozen, computed, agreeing, disagreeing }
    },
  }
}
