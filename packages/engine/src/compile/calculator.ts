import { type CheckResult, checkModel } from '../calculate/check.ts'
import { createModel, type FormulaCell, type Model } from '../calculate/model.ts'
import { storeResult } from '../calculate/store-result.ts'
import type { Workbook } from '../read/workbook.ts'
import type { Scalar } from '../value/value.ts'
import { createCycles } from './cycles.ts'
import { fillUncached } from './fill-uncached.ts'
import { createLanes, type Lanes } from './lanes.ts'
import { createProgram } from './program.ts'
import { sameAreas } from './same-areas.ts'
import { createSettling } from './settling.ts'
import { createWhatIfTables } from './what-if-tables.ts'

/** A cell and what it is to hold. */
export interface Change {
  readonly id: number
  readonly value: Scalar
}

export interface SetOptions {
  /**
   * Only these cells, and what they need, are computed; the rest is left as it is until the next call without this. For
   * runs of thousands that read a few outputs: what-if tables and the like, which no output needs, cost nothing then.
   */
  readonly only?: readonly number[]
}

/** A workbook that computes. */
export interface Calculator {
  readonly model: Model
  readonly check: CheckResult
  /** Computes every formula anew. */
  recalculate(): void
  /**
   * Sets cells and computes what depends on them; answers how many formulas that were. A cell with a formula keeps what it
   * is set to until a later change makes its formula be computed again.
   */
  set(changes: readonly Change[], options?: SetOptions): number
  /**
   * Several computations side by side, in which some cells are set to numbers and others are read; undefined where what
   * lies between them is more than compiled formulas. To be asked for anew after any other computation.
   */
  lanes(ids: readonly number[], only: readonly number[]): Lanes | undefined
  /** The places in `model.formulas` of all that depends on cells, as formulas look now. */
  coneOf(ids: readonly number[]): readonly number[]
  /** How often a formula that goes round in a cycle was computed when `set` last solved it; 1 for all others. */
  roundsOf(node: number): number
  /** Whether some of the formulas go round in cycles. */
  hasCycles(nodes: readonly number[]): boolean
  /** Formulas without a sound value now: in cycles that do not settle, or that never come to look at the right cells. */
  unsettled(): readonly FormulaCell[]
  /** Formulas that go round in cycles and are solved, although the workbook does not iterate: Excel would warn of them. */
  circular(): readonly FormulaCell[]
  /** How many formulas run in compiled loops, of how many templates. */
  readonly compiled: number
  readonly templates: number
}

/** A check in which formulas without cached values came to look elsewhere is made again, but not for ever. */
const maxChecks = 8

/** Formulas look at other cells once those without cached values are computed: the order must then be another. */
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

/** Opens a workbook for computation: reads its formulas, checks them against the cached values, compiles them. */
export const openCalculator = (workbook: Workbook): Calculator => {
  const model = createModel(workbook)
  const { grid, formulas } = model
  const checked = checkInOrder(model)
  const disagreed = new Set(checked.disagreeing.map(({ formula }) => formula.id))

  const program = createProgram(model, {
    full: (formula) => storeResult(grid, formula, model.compute(formula)),
    isKept: ({ id }) => disagreed.has(id),
  })
  /** Cells that were set and are not yet computed in full, because only a part was wanted. */
  const owed = new Set<number>()
  /** Formulas whose cells were set: in this computation they keep what they were set to. */
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
  // From here on all values are what the same inputs always give: a change that is taken back restores every bit.
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
