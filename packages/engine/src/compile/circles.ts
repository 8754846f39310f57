import type { FormulaCell, Model } from '../calculate/model.ts'
import type { Scalar } from '../value/value.ts'

interface Deps {
  model: Model
  /** Computes one formula and stores what it is worth. */
  run(node: number): void
  /** Whether the cell of a formula was set, and keeps what it was set to. */
  isSetOver(node: number): boolean
}

/** Rounds end here, whatever the workbook says. */
const mostRounds = 1_000
/** Where a workbook does not iterate, a circle of its texts is none of its values, or cannot be solved. */
const roundsWithoutIteration = 100

/**
 * Solves formulas that depend on one another. Each solution starts from the workbook's cached values, so that it depends
 * on the inputs alone: not on what was tried before, and an error in a circle heals when its cause is taken back. A
 * circle that settles is followed until no digit changes, as if the author had recalculated until then. One that does
 * not settle ends where Excel's rounds leave it, and is told.
 */
export const createCircles = ({ model, run, isSetOver }: Deps) => {
  const { grid, formulas, workbook } = model
  const unsettled = new Set<number>()
  const { rounds, change: enough } = workbook.iteration ?? { rounds: roundsWithoutIteration, change: 0 }
  const limit = Math.min(rounds, mostRounds)

  /** What the cells of array formulas hold at the beginning; one cell's value is known by its formula. */
  const cachedOf = ({ id, place, array, cached }: FormulaCell): { id: number; value: Scalar }[] => {
    if (array === undefined) return [{ id, value: cached }]
    const { top, left, bottom, right } = array.area
    return (workbook.sheets[place.sheet]?.cells ?? [])
      .filter(({ row, column }) => row >= top && row <= bottom && column >= left && column <= right)
      .map(({ row, column, value }) => ({ id: grid.idOf(place.sheet, row, column), value }))
  }

  /** How far a round moved the values; text and errors count by whether they are the same. */
  const round = (nodes: readonly number[], ids: readonly number[]): number => {
    let moved = 0
    grid.beginPass()
    for (let n = 0; n < nodes.length; n++) {
      const id = ids[n] ?? 0
      if (isSetOver(nodes[n] ?? 0)) continue
      const [before, kind] = [grid.numbers[id] ?? 0, grid.tags[id]]
      run(nodes[n] ?? 0)
      const by = Math.abs((grid.numbers[id] ?? 0) - before)
      // The last digit may go to and fro for ever.
      if (by > moved && by > Math.abs(before) * 1e-15) moved = by
      else if (grid.tags[id] !== kind) moved = Number.POSITIVE_INFINITY
    }
    return moved
  }

  /** A solver of one circle, whose nodes come in an order in which most stand after what they depend on. */
  const solver = (ordered: readonly number[]): (() => void) => {
    const some = ordered.filter((node) => formulas[node] !== undefined)
    const cells = (nodes: readonly number[]): number[] => nodes.map((node) => formulas[node]?.id ?? 0)
    const ids = cells(some)
    const start = some.map((node) => ({ node, cells: cachedOf(formulas[node] as FormulaCell) }))
    // As Excel goes through a circle: sheet by sheet, row by row.
    const asExcel = [...some].sort((one, other) => (formulas[one]?.id ?? 0) - (formulas[other]?.id ?? 0))
    const excelIds = cells(asExcel)
    const reset = (): void => {
      for (const { node, cells: own } of start)
        if (!isSetOver(node)) for (const { id, value } of own) grid.put(id, value)
    }

    const settles = (): boolean => {
      let settled = false
      for (let n = 0; n < limit || (settled && n < mostRounds); n++) {
        const moved = round(some, ids)
        if (moved === 0) return true
        settled = moved <= enough
      }
      return settled
    }

    return () => {
      reset()
      const done = settles()
      if (!done) reset()
      if (!done && workbook.iteration !== undefined) for (let n = 0; n < limit; n++) round(asExcel, excelIds)
      for (const node of some) {
        if (done) unsettled.delete(node)
        else unsettled.add(node)
      }
    }
  }

  return { solver, unsettled }
}
