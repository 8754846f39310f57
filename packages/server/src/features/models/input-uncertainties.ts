import { maxVaryingInputs } from '@deal-canvas/contract'
import {
  defaultUncertainty,
  drawnRange,
  ImpossibleSimulation,
  type UncertainInput,
  type Uncertainty,
  uncertainMetric,
} from '@deal-canvas/engine'
import type { OpenModel } from './open-models.ts'

/** An input of a model that can vary in simulations, and how. */
export interface VaryingInput {
  metricKey: string
  value: number
  varies: boolean
  uncertainty: Uncertainty
  /** The lowest and the highest value that is drawn. */
  low: number
  high: number
  /** Why it cannot vary like this; undefined if it can. */
  problem?: string
}

/** The cases of a selector are equally likely unless somebody says otherwise. */
const ofCases = (choices: readonly number[]): Uncertainty => ({
  kind: 'discrete',
  choices: choices.map((value) => ({ value, probability: 1 / choices.length })),
})

const rangeOf = (input: UncertainInput): Pick<VaryingInput, 'low' | 'high' | 'problem'> => {
  try {
    return drawnRange(input)
  } catch (error) {
    if (error instanceof ImpossibleSimulation) return { low: input.value, high: input.value, problem: error.message }
    throw error
  }
}

/**
 * The inputs of a model that can vary: typed numbers, no dates. Without settings those vary whose kind is uncertain,
 * rates before amounts; a selector only if somebody says so.
 */
export const varyingInputs = (
  { matches, workbook, calculator }: OpenModel,
  settings: ReadonlyMap<string, Uncertainty> | undefined,
): VaryingInput[] => {
  const { grid, formulas } = calculator.model
  const computed = new Set(formulas.map(({ id }) => id))
  const found = matches.flatMap((match): (VaryingInput & { isUsual: boolean })[] => {
    const { metricKey, unit, sheet, row, column } = match
    const at = workbook.sheets.findIndex(({ name }) => name === sheet)
    const byKind = uncertainMetric(calculator, match, {})
    if (byKind === undefined || computed.has(grid.idOf(at, row, column))) return []
    const { distribution } = byKind
    const isSelector = distribution !== undefined && 'choices' in distribution
    const usual = isSelector ? ofCases(distribution.choices) : defaultUncertainty(metricKey, unit)
    const set = settings?.get(metricKey)
    const uncertainty = set ?? usual
    const input = uncertainMetric(calculator, match, { uncertainty }) ?? byKind
    const range = rangeOf(input)
    const isUsual = !isSelector && range.low < range.high
    const varies = settings === undefined ? false : set !== undefined
    return [{ metricKey, value: input.value, varies, uncertainty, ...range, isUsual }]
  })
  const usual = new Set(settings === undefined ? usuallyVarying(found, matches) : [])
  return found.map(({ isUsual, ...input }) => ({ ...input, varies: input.varies || usual.has(input.metricKey) }))
}

const usuallyVarying = (
  found: readonly { metricKey: string; isUsual: boolean }[],
  matches: OpenModel['matches'],
): string[] => {
  const rates = new Set(matches.filter(({ unit }) => unit === 'percentage_points').map(({ metricKey }) => metricKey))
  const usual = found.filter(({ isUsual }) => isUsual).map(({ metricKey }) => metricKey)
  return [...usual.filter((key) => rates.has(key)), ...usual.filter((key) => !rates.has(key))].slice(
    0,
    maxVaryingInputs,
  )
}
