import type { Calculator } from '../compile/calculator.ts'
import { kindOf } from '../metrics/catalogue/catalogue.ts'
import type { MetricMatch } from '../metrics/map-metrics.ts'
import { defaultReach, isCounted } from './default-range.ts'
import type { Distribution } from './distribution.ts'
import type { UncertainInput } from './request.ts'
import { selectorChoices } from './selector-choices.ts'
import type { Spread } from './spread.ts'
import { tidy } from './units.ts'

interface Given {
  /** What it is changed to; undefined: it stays what it is, and is only uncertain. */
  readonly value?: number | undefined
  readonly kind?: Spread['kind'] | undefined
  /** As a share of its value; undefined: by what kind of number it is. */
  readonly spread?: number | undefined
}

type Placed = Pick<MetricMatch, 'metricKey' | 'unit' | 'sheet' | 'row' | 'column' | 'scale'>

/** The cases of a metric that selects one, as a switch or the number of a scenario does; undefined: it is a quantity. */
const selection = (
  { model }: Calculator,
  id: number,
  { unit, scale }: Placed,
  value: number,
): Distribution | undefined => {
  // The year of a sale is looked up by INDEX as a case is, and is a quantity all the same.
  if (unit !== 'count' && unit !== 'ratio') return undefined
  const cases = selectorChoices(model, id)?.map((choice) => choice * scale)
  if (cases === undefined) return undefined
  return { kind: 'discrete', likely: value, choices: cases.includes(value) ? cases : [...cases, value] }
}

/**
 * What draws of a counted metric are multiples of, in its own unit; undefined: the model has a fraction there itself, such
 * as a weighted average. A hold of 5 in a cell of years is 60 months, and only whole years mean anything to formulas that
 * look for a year; where the value asked for is not one, whole months do.
 */
const stepOf = (
  { unit, scale }: Placed,
  { held, base, value }: { held: number; base: number; value: number },
): number | undefined => {
  if (!isCounted(unit) || !Number.isInteger(base)) return undefined
  const size = Math.abs(scale)
  return size > 1 && Number.isInteger(held) && Number.isInteger(value / size) ? size : 1
}

/** A metric of a workbook as an uncertain input; undefined: it is a day, or its cell holds no number. */
export const uncertainMetric = (
  calculator: Calculator,
  match: Placed,
  { value: asked, kind = 'pert', spread }: Given,
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
  const width = 'width' in reach ? reach.width : reach.share * (Math.abs(value) || Math.abs(base))
  return {
    key,
    cells: [id],
    scale,
    base,
    value,
    held,
    distribution: selection(calculator, id, match, value) ?? { kind, width },
    step: stepOf(match, { held, base, value }),
    range: kindOf(key)?.range ?? null,
  }
}
