import { componentsOf } from '../calculate/components.ts'
import type { FormulaCell, Model } from '../calculate/model.ts'
import type { Scalar } from '../value/value.ts'
import { createSettlingRules, lastDigit } from './settling-rule.ts'

interface Deps {
  model: Model
  /** Computes one formula and stores its value. */
  run(node: number): void
  /** Whether the cell of a formula was set and keeps that value. */
  isSetOver(node: number): boolean
  /** Whether a formula keeps its cached value. */
  isKept(node: number): boolean
}

/**
 * Solves circular references. Each solution starts from the workbook's cached values, so that it depends only on the
 * inputs, not on earlier what-ifs, and an error in a cycle disappears when its cause is reverted. A converging cycle is
 * iterated until no digit changes, as if the author had recalculated until then. A diverging one stops where Excel's
 * iterations stop, and is reported. If the workbook does not iterate, Excel warns about cycles and does not compute
 * them: they are solved anyway, so that a what-if works, and can be listed.
 */
export const createCycles = ({ model, run, isSetOver, isKept }: Deps) => {
  const { grid, formulas, workbook } = model
  const unsettled = new Set<number>()
  /** The solved cycles, by their nodes. */
  const solved = new Set<readonly number[]>()
  const rules = createSettlingRules(workbook)
  const { limit } = rules
  /** The iterations of the last solution of each cycle, by its nodes. */
  const lastRounds = new Map<number, number>()

  /** The initial values of array formula cells; a single cell's value is known by its formula. */
  const cachedOf = ({ id, place, array, cached }: FormulaCell): { id: number; value: Scalar }[] => {
    if (array === undefined) return [{ id, value: cached }]
    const { top, left, bottom, right } = array.area
    return (workbook.sheets[place.sheet]?.cells ?? [])
      .filter(({ row, column }) => row >= top && row <= bottom && column >= left && column <= right)
      .map(({ row, column, value }) => ({ id: grid.idOf(place.sheet, row, column), value }))
  }

  /** How far a round moved the values, absolutely and relatively; text and errors count as moved if they changed. */
  const round = (nodes: readonly number[], ids: readonly number[]): { moved: number; share: number } => {
    let [moved, share] = [0, 0]
    grid.beginPass()
    for (let n = 0; n < nodes.length; n++) {
      const id = ids[n] ?? 0
      if (isSetOver(nodes[n] ?? 0)) continue
      const [before, kind] = [grid.numbers[id] ?? 0, grid.tags[id]]
      run(nodes[n] ?? 0)
      const by = Math.abs((grid.numbers[id] ?? 0) - before)
      if (by > Math.abs(before) * lastDigit) {
        moved = Math.max(moved, by)
        // Same arithmetic as the lane solver, so that both give bit-identical results.
        const size = Math.max(Math.abs(before), Math.abs(grid.numbers[id] ?? 0))
        if (by > share * size) share = by / size
      } else if (grid.tags[id] !== kind) moved = share = Number.POSITIVE_INFINITY
    }
    return { moved, share }
  }

  /** Whether a cycle converges, and after how many iterations. */
  const settles = (step: () => { moved: number; share: number }): { settled: boolean; rounds: number } => {
    const rule = rules.begin()
    for (let rounds = 1; limit > 0; rounds++) {
      const { moved, share } = step()
      const verdict = rule.next(moved, share)
      if (verdict !== 'open') return { settled: verdict === 'settled', rounds }
    }
    return { settled: false, rounds: 0 }
  }

  /** The nodes of a cycle that are circular in the values they read, not only in their texts. */
  const goingRound = (nodes: readonly number[]): number[] => {
    const places = new Map(nodes.map((node, n) => [node, n]))
    return componentsOf(nodes.length, (n) => {
      const node = nodes[n] ?? 0
      const formula = formulas[node]
      if (formula === undefined || isSetOver(node) || isKept(node)) return []
      return model.readsOf(formula).flatMap((other) => places.get(other) ?? [])
    })
      .filter(({ circular }) => circular)
      .flatMap((component) => component.nodes.map((n) => nodes[n] ?? 0))
      .sort((a, b) => a - b)
  }

  /** A solver of one cycle, whose nodes are ordered so that most come after their dependencies. */
  const solver = (ordered: readonly number[]): (() => void) => {
    const some = ordered.filter((node) => formulas[node] !== undefined)
    const cells = (nodes: readonly number[]): number[] => nodes.map((node) => formulas[node]?.id ?? 0)
    const ids = cells(some)
    const start = some.map((node) => ({ node, cells: cachedOf(formulas[node] as FormulaCell) }))
    // Excel's order within a cycle: sheet by sheet, row by row.
    const asExcel = [...some].sort((a, b) => (formulas[a]?.id ?? 0) - (formulas[b]?.id ?? 0))
    const excelIds = cells(asExcel)
    const reset = (): void => {
      for (const { node, cells: own } of start)
        if (!isSetOver(node)) for (const { id, value } of own) grid.put(id, value)
    }

    return () => {
      reset()
      const { settled: done, rounds } = settles(() => round(some, ids))
      for (const node of some) lastRounds.set(node, done ? rounds : rounds + limit)
      if (!done) reset()
      if (!done && workbook.iteration !== undefined) for (let n = 0; n < limit; n++) round(asExcel, excelIds)
      if (done) solved.add(some)
      else solved.delete(some)
      for (const node of some) {
        if (done) unsettled.delete(node)
        else unsettled.add(node)
      }
    }
  }

  return {
    solver,
    unsettled,
    /** The number of iterations when the cycle of a formula was last solved; undefined if it is in none. */
    roundsOf: (node: number): number | undefined => lastRounds.get(node),
    /** Records that a cycle was solved elsewhere. */
    noteSettled: (nodes: readonly number[]): void => {
      for (const node of nodes) unsettled.delete(node)
    },
    /** The formulas that are solved here although Excel would warn about them. */
    circular: (): number[] =>
      workbook.iteration === undefined ? [...new Set([...solved].flatMap(goingRound))].sort((a, b) => a - b) : [],
  }
}
