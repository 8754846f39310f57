import { naError, nameError, refError } from '@deal-canvas/workbook-reader'
import { isArray, type Scalar } from '../value/value.ts'
import type { Component } from './components.ts'
import type { FormulaCell, Model } from './model.ts'
import { createRoundingNoise } from './rounding-noise.ts'
import { sameValue, tolerance } from './same-value.ts'
import { storeResult } from './store-result.ts'

/** A cell whose recalculated value differs from its cached value. */
export interface Disagreement {
  readonly formula: FormulaCell
  readonly expected: Scalar
  readonly got: Scalar
}

export interface CheckResult {
  /** Number of formula cells with a cached value. */
  readonly formulas: number
  readonly computed: number
  readonly agreeing: number
  readonly disagreeing: readonly Disagreement[]
  /** Calls of unsupported functions, by name. */
  readonly unsupported: ReadonlyMap<string, number>
  /** Cells that keep their cached value, by reason. */
  readonly frozen: ReadonlyMap<string, number>
}

const iterative = new Set(['IRR', 'XIRR', 'RATE', 'YIELD', 'MIRR', 'ODDFYIELD', 'ODDLYIELD'])
/** Programs agree on series and quantiles to about ten digits; a difference of two such values loses most of them. */
const isDistribution = (name: string): boolean =>
  /(?:DIST|INV|DIST\.(?:2T|RT)|INV\.(?:2T|RT))$/.test(name) ||
  name === 'GAUSS' ||
  name === 'PHI' ||
  name.startsWith('ERF')

/**
 * The value of a formula that can neither be computed nor has a cached value. An empty cell would count as zero
 * downstream.
 */
const missingValue = (frozen: NonNullable<FormulaCell['frozen']>): Scalar => {
  if (frozen === 'external') return refError
  return frozen === 'unsupported' || frozen === 'syntax' ? nameError : naError
}

/**
 * Recalculates the whole workbook and compares each cell with its cached value. A cell that disagrees keeps its cached
 * value, so that its dependents are checked independently.
 */
export const checkModel = (model: Model, components: readonly Component[]): CheckResult => {
  const { formulas, grid } = model
  const isNoise = createRoundingNoise(model)
  const disagreeing: Disagreement[] = []
  const unsupported = new Map<string, number>()
  const frozen = new Map<string, number>()
  let computed = 0
  let agreeing = 0
  let counted = 0

  /**
   * Iteration stops when a round changes less than the workbook's threshold, so cached values in a cycle are no more
   * precise.
   */
  const roundsOff = (got: Scalar, expected: Scalar): boolean =>
    typeof got === 'number' &&
    typeof expected === 'number' &&
    Math.abs(got - expected) <= (model.workbook.iteration?.change ?? 0)

  const checkOne = (formula: FormulaCell, within: number, circular: boolean): void => {
    const expected = formula.cached
    if (expected === null) {
      storeResult(grid, formula, formula.frozen === undefined ? model.compute(formula) : missingValue(formula.frozen))
      return
    }
    counted += 1
    if (formula.frozen !== undefined) {
      frozen.set(formula.frozen, (frozen.get(formula.frozen) ?? 0) + 1)
      return
    }
    computed += 1
    const before = grid.get(formula.id)
    const value = model.compute(formula)
    const got = value !== null && isArray(value) ? (value.items[0] ?? null) : value
    const isSame = sameValue(got, expected, within)
    if (isSame || (circular && roundsOff(got, expected)) || isNoise(formula, got, expected)) {
      agreeing += 1
      // Storing a value that only nearly matches would make its dependents, which are checked more strictly, seem
      // wrong.
      if (isSame && within === tolerance.exact) storeResult(grid, formula, value)
      else grid.put(formula.id, before)
    } else {
      disagreeing.push({ formula, expected, got })
      grid.put(formula.id, before)
    }
  }

  for (const { nodes, circular } of components) {
    for (const node of nodes) {
      const formula = formulas[node]
      if (formula === undefined) continue
      const isIterative = circular || [...formula.functions].some((name) => iterative.has(name) || isDistribution(name))
      checkOne(formula, isIterative ? tolerance.iterative : tolerance.exact, circular)
    }
  }
  for (const { frozen: why, functions } of formulas) {
    if (why !== 'unsupported') continue
    for (const name of functions) unsupported.set(name, (unsupported.get(name) ?? 0) + 1)
  }
  return { formulas: counted, computed, agreeing, disagreeing, unsupported, frozen }
}
