import { type CheckResult, checkModel } from '../calculate/check.ts'
import type { Component } from '../calculate/components.ts'
import { createModel, type FormulaCell, type Model } from '../calculate/model.ts'
import { storeResult } from '../calculate/store-result.ts'
import type { Workbook } from '../read/workbook.ts'
import type { Scalar } from '../value/value.ts'
import { createDependents } from './dependents.ts'
import { createProgram, runSteps, type Steps } from './program.ts'

/** A cell and what it is to hold. */
export interface Change {
  readonly id: number
  readonly value: Scalar
}

export interface Calculator {
  readonly model: Model
  readonly check: CheckResult
  /** Computes every formula anew. */
  recalculate(): void
  /** Sets cells and computes what depends on them; answers how many formulas that were. */
  set(changes: readonly Change[]): number
  /** How many formulas run in compiled loops, of how many templates. */
  readonly compiled: number
  readonly templates: number
}

/** Rounds of a circular reference that does not settle end here, whatever the workbook says. */
const mostRounds = 1_000

/** Opens a workbook for computation: reads its formulas, checks them against the cached values, compiles them. */
export const openCalculator = (workbook: Workbook): Calculator => {
  const model = createModel(workbook)
  const { grid, formulas } = model
  const components: readonly Component[] = model.order()
  const check = checkModel(model, components)
  const disagreed = new Set(check.disagreeing.map(({ formula }) => formula.id))

  const full = (formula: FormulaCell): void => {
    if (disagreed.has(formula.id) || formula.frozen !== undefined) return
    storeResult(grid, formula, model.compute(formula))
  }
  const circular = (some: readonly FormulaCell[]): void => {
    const { iteration } = workbook
    if (iteration === undefined) return
    for (let round = 0; round < Math.min(iteration.rounds, mostRounds); round++) {
      let change = 0
      for (const formula of some) {
        const before = grid.numbers[formula.id] ?? 0
        full(formula)
        change = Math.max(change, Math.abs((grid.numbers[formula.id] ?? 0) - before))
      }
      if (!(change > iteration.change)) return
    }
  }

  const program = createProgram(model, components, { full, circular, isKept: ({ id }) => disagreed.has(id) })
  const dependents = createDependents(model)
  const everything = program.stepsFor(formulas.map((_, n) => n))
  const cones = new Map<string, { steps: Steps; size: number }>()

  const coneOf = (ids: readonly number[]) => {
    const key = ids.join(' ')
    const before = cones.get(key)
    if (before !== undefined) return before
    const places = dependents.cone(ids)
    const made = { steps: program.stepsFor(places), size: places.length }
    cones.set(key, made)
    return made
  }

  return {
    model,
    check,
    compiled: program.compiled,
    templates: program.templates,
    recalculate: () => runSteps(everything),
    set: (changes) => {
      for (const { id, value } of changes) grid.put(id, value)
      const { steps, size } = coneOf(changes.map(({ id }) => id))
      runSteps(steps)
      return size
    },
  }
}
