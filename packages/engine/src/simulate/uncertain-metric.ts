import type { Calculator } from '../compile/calculator.ts'
import { kindOf } from '../metrics/catalogue/catalogue.ts'
import type { MetricUnit } from '../metrics/catalogue/metric-kind.ts'
import type { MetricMatch } from '../metrics/map-metrics.ts'
import { defaultReach, isCounted } from './default-range.ts'
import type { Distribution } from './distribution.ts'
import type { UncertainInput } from './request.ts'
import { selectorChoices } from './selector-choices.ts'
import type { Spread } from './spread.ts'
import { tidy } from './units.ts'

/** How uncertain an input is, regardless of its value. */
export type Uncertainty =
  | {
      readonly kind: Spread['kind']
      readonly below: number
      readonly above: number
      /** Whether both are shares of the value instead of amounts in its unit. */
      readonly isRelative: boolean
    }
  | { readonly kind: 'discrete'; readonly choices: readonly { readonly value: number; readonly probability: number }[] }
  | { readonly kind: 'history'; readonly observed: readonly number[] }

interface Given {
  /** The new value; undefined if it is unchanged, and only uncertain. */
  readonly value?: number | undefined
  readonly kind?: Spread['kind'] | undefined
  /** As a share of its value; undefined for the default of its kind. */
  readonly spread?: number | undefined
  /** Instead of kind and spread. */
  readonly uncertainty?: Uncertainty | undefined
}

type Placed = Pick<MetricMatch, 'metricKey' | 'unit' | 'sheet' | 'row' | 'column' | 'scale'>

/** The cases of a metric that selects one, such as a switch or a scenario number; undefined if it is a quantity. */
const selection = (
  { model }: Calculator,
  id: number,
  { unit, scale }: Placed,
  value: number,
): Distribution | undefined => {
  // The year of a sale is looked up by INDEX like a case, but is a quantity.
  if (unit !== 'count' && unit !== 'ratio') return undefined
  const cases = selectorChoices(model, id)?.map((choice) => choice * scale)
  if (cases === undefined) return undefined
  return { kind: 'discrete', likely: value, choices: cases.includes(value) ? cases : [...cases, value] }
}

/**
 * The step of a counted metric, in its own unit; undefined if the model itself has a fraction there, such as a weighted
 * average. A hold of 5 in a cell of years is 60 months, and only whole years make sense to formulas that look up a
 * year; if the requested value is not whole years, whole months are used.
 */
const stepOf = (
  { unit, scale }: Placed,
  { held, base, value }: { held: number; base: number; value: number },
): number | undefined => {
  if (!isCounted(unit) || !Number.isInteger(base)) return undefined
  const size = Math.abs(scale)
  return size > 1 && Number.isInteger(held) && Number.isInteger(value / size) ? size : 1
}

const sizeOf = (share: number, { value, base }: { value: number; base: number }): number =>
  share * (Math.abs(value) || Math.abs(base))

/** The likely choice is the value of the metric if it is one of them, else the most probable. */
const likelyOf = (choices: readonly { value: number; probability: number }[], value: number): number => {
  if (choices.some((choice) => choice.value === value)) return value
  const [first] = choices.toSorted((a, b) => b.probability - a.probability)
  return first?.value ?? value
}

const distributionOf = (given: Uncertainty, around: { value: number; base: number }): Distribution | Spread => {
  switch (given.kind) {
    case 'discrete':
      return {
        kind: 'discrete',
        likely: likelyOf(given.choices, around.value),
        choices: given.choices.map(({ value }) => value),
        weights: given.choices.map(({ probability }) => probability),
      }
    case 'history':
      return given
    default: {
      const { kind, below, above, isRelative } = given
      return { kind, width: isRelative ? [sizeOf(below, around), sizeOf(above, around)] : [below, above] }
    }
  }
}

/** The uncertainty of a metric by its kind of number. Prices and agreed terms reach nowhere. */
export const defaultUncertainty = (
  key: string,
  unit: MetricUnit,
): Exclude<Uncertainty, { kind: 'discrete' | 'history' }> => {
  const reach = defaultReach(key, unit, { isAsked: false })
  return 'width' in reach
    ? { kind: 'pert', below: reach.width, above: reach.width, isRelative: false }
    : { kind: 'pert', below: reach.share, above: reach.share, isRelative: true }
}

/** A metric of a workbook as an uncertain input; undefined if it is a date, or its cell holds no number. */
export const uncertainMetric = (
  calculator: Calculator,
  match: Placed,
  { value: asked, kind = 'pert', spread, uncertainty }: Given,
): UncertainInput | undefined => {
  const { grid, workbook } = calculator.model
  const { metricKey: key, unit, scale } = match
  const at = workbook.sheets.findIndex(({ name }) => name === match.sheet)
  const id = grid.idOf(at, match.row, match.column)
  const held = grid.get(id)
  if (unit === 'date' || typeof held !== 'number') return undefined
  const base = tidy(held * scale)
  const value = asked ?? base
  const reach = spread === undefined ? defaultReach(key, unit, { isAsked: asked !== undefined }) : { share: spread }
  const width = 'width' in reach ? reach.width : sizeOf(reach.share, { value, base })
  const cases = uncertainty?.kind === 'discrete' ? undefined : selection(calculator, id, match, value)
  return {
    key,
    cells: [id],
    scale,
    base,
    value,
    held,
    distribution: cases ?? (uncertainty === undefined ? { kind, width } : distributionOf(uncertainty, { value, base })),
    step: stepOf(match, { held, base, value }),
    range: kindOf(key)?.range ?? null,
  }
}
