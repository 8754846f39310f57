import type { Workbook } from '@deal-canvas/workbook-reader'
import { type CheckResult, checkModel } from '../calculate/check.ts'
import { createModel, type FormulaCell, type Model } from '../calculate/model.ts'
import { storeResult } from '../calculate/store-result.ts'
import type { Scalar } from '../value/value.ts'
import { createCycles } from './cycles.ts'
import { fillUncached } from './fill-uncached.ts'
import { createLanes, type Lanes } from './lanes.ts'
import { createProgram } from './program.ts'
import { sameAreas } from './same-areas.ts'
import { createSettling } from './settling.ts'
import { createWhatIfTables } from './what-if-tables.ts'

/** A cell and its new value. */
export interface Change {
  readonly id: number
  readonly value: Scalar
}

export interface SetOptions {
  /**
   * If given, only these cells and their precedents are computed; the rest stays stale until the next call without this
   * option. Runs of thousands that read a few outputs then skip data tables and the like.
   */
  readonly only?: readonly number[]
}

/** A workbook opened for calculation. */
export interface Calculator {
  readonly model: Model
  readonly check: CheckResult
  /** Recomputes every formula. */
  recalculate(): void
  /**
   * Sets cells and recomputes their dependents; returns the number of formulas computed. A formula cell keeps the value
   * it is set to until a later change recomputes its formula.
   */
  set(changes: readonly Change[], options?: SetOptions): number
  /**
   * Several computations side by side, in which some cells are set to numbers and others are read; undefined if
   * anything between them is not a compiled formula. Must be requested again after any other computation.
   */
  lanes(ids: readonly number[], only: readonly number[]): Lanes | undefined
  /** The indices in `model.formulas` of all dependents of cells, with the current dynamic references. */
  coneOf(ids: readonly number[]): readonly number[]
  /** The number of iterations when `set` last solved the cycle of a formula; 1 for all others. */
  roundsOf(node: number): number
  /** Whether any of the formulas is part of a cycle. */
  hasCycles(nodes: readonly number[]): boolean
  /**
   * Formulas without a reliable value: in cycles that do not converge, or with dynamic references that never stabilize.
   */
  unsettled(): readonly FormulaCell[]
  /** Formulas in cycles that are solved although the workbook does not iterate: Excel would warn about them. */
  circular(): readonly FormulaCell[]
  /** The number of formulas in compiled loops, and of their templates. */
  readonly compiled: number
  readonly templates: number
}

/** The check is repeated if dynamic references moved during it, but only this many times. */
const maxChecks = 8

/**
 * Computing formulas without cached values can move dynamic references, which changes the order: check until it is
 * stable.
 */
const checkInOrder = (model: Model): CheckResult => {
  const looks = () => model.formulas.map(({ dynamic }, n) => (dynamic ? model.areasOf(n) : []))
  for (let n = 1; ; n++) {
    const components = model.order()
    const before = looks()
    const check = checkModel(model, components)
    const after = looks()
    if (n >= maxChecks || before.every((areas, at) => sameAreas(areas, after[at] ?? []))) return check
  }
}

/** Opens a workbook for calculation: parses its formulas, checks them against the cached values and compiles them. */
export const openCalculator = (workbook: Workbook): Calculator => {
  const model = createModel(workbook)
  const { grid, formulas } = model
  const checked = checkInOrder(model)
  const disagreed = new Set(checked.disagreeing.map(({ formula }) => formula.id))

  const program = createProgram(model, {
    full: (formula) => storeResult(grid, formula, model.compute(formula)),
    isKept: ({ id }) => disagreed.has(id),
  })
  /** Cells that were set but not yet fully propagated, because only some outputs were requested. */
  const owed = new Set<number>()
  /** Formulas whose cells were set: they keep that value in this computation. */
  const setOver = new Set<number>()
  const cycles = createCycles({
    model,
    run: program.run,
    isSetOver: (node) => setOver.has(node),
    isKept: (node) => program.isIdle[node] === 1,
  })
  const settling = createSettling({
    model,
    graphFrom: { program, solver: cycles.solver, table: (node) => tables.run(node) },
  })
  const filledIn = (ids: readonly number[]): number[] => ids.map(model.nodeAt).filter((node) => node >= 0)
  const tables = createWhatIfTables({
    model,
    settle: (ids, only) =>
      settling.settle({ ids, nodes: [], setOver: [...setOver, ...filledIn(ids)], only }).dynamic.length > 0,
  })
  const lanes = createLanes(model, program, { onSettled: cycles.noteSettled })
  const tableCheck = tables.check()
  // From here on, values depend only on the inputs: reverting a change restores every bit.
  settling.settleAll()

  return {
    model: { ...model, workbook: fillUncached(model) },
    check: {
      ...checked,
      formulas: checked.formulas + tableCheck.formulas,
      computed: checked.computed + tableCheck.computed,
      agreeing: checked.agreeing + tableCheck.agreeing,
      disagreeing: [...checked.disagreeing, ...tableCheck.disagreeing],
      frozen:
        tableCheck.formulas === tableCheck.computed
          ? checked.frozen
          : new Map([...checked.frozen, ['what-if table', tableCheck.formulas - tableCheck.computed]]),
    },
    compiled: program.compiled,
    templates: program.templates,
    recalculate: () => {
      setOver.clear()
      settling.settleAll()
      owed.clear()
    },
    set: (changes, { only } = {}) => {
      settling.notice()
      for (const { id, value } of changes) grid.put(id, value)
      setOver.clear()
      for (const { id } of changes) owed.add(id)
      const ids = [...owed]
      for (const node of filledIn(ids)) setOver.add(node)
      const { size } = settling.settle({ ids, nodes: [...tables.restless], setOver: [...setOver], only })
      if (only === undefined) owed.clear()
      return size
    },
    lanes: (ids, only) => {
      settling.notice()
      if (tables.restless.size > 0) return undefined
      const all = [...new Set([...owed, ...ids])]
      const setOver = filledIn(all)
      return lanes.over(settling.coneOf({ ids: all, nodes: [], setOver, only }), { inputs: ids, setOver })
    },
    coneOf: (ids) =>
      settling
        .graph()
        .nodesAfter(ids)
        .filter((node) => node < formulas.length),
    roundsOf: (node) => cycles.roundsOf(node) ?? 1,
    hasCycles: (nodes) => nodes.some((node) => cycles.roundsOf(node) !== undefined),
    circular: () => cycles.circular().flatMap((node) => formulas[node] ?? []),
    unsettled: () => [...new Set([...cycles.unsettled, ...settling.chasing])].flatMap((node) => formulas[node] ?? []),
  }
}
