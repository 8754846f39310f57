import { saidNumber } from '../integrity/wording.ts'
import { kindOf } from '../metrics/catalogue/catalogue.ts'
import type { MetricMove, RippleWarning } from './ripple-result.ts'

const isOutside = (value: MetricMove['before'], [least, most]: readonly [number, number]): boolean =>
  typeof value === 'number' && (value < least - 1e-9 || value > most + 1e-9)

const outside = (move: MetricMove, isCause: boolean): RippleWarning[] => {
  const range = kindOf(move.metricKey)?.range
  if (range === undefined || range === null || !isOutside(move.after, range)) return []
  // What was implausible before is a finding about the model, not about the change.
  if (!isCause && isOutside(move.before, range)) return []
  const [least, most] = range
  return [
    {
      code: 'outside_plausible_range',
      severity: 'medium',
      message: `${move.label} is ${saidNumber(Number(move.after))}; plausible is ${saidNumber(least)} to ${saidNumber(most)}.`,
      metricKey: move.metricKey,
    },
  ]
}

const coverage = ({ metricKey, label, before, after }: MetricMove): RippleWarning[] => {
  if (metricKey !== 'dscr' || typeof after !== 'number' || after >= 1) return []
  const already = typeof before === 'number' && before < 1 ? ', as it was before' : ''
  return [
    {
      code: 'dscr_below_one',
      severity: 'high',
      message: `${label} is ${saidNumber(after)}: the income does not cover the debt service${already}.`,
      metricKey,
    },
  ]
}

const lost = ({ metricKey, label, before, after }: MetricMove): RippleWarning[] =>
  before === null || after !== null
    ? []
    : [{ code: 'became_error', severity: 'high', message: `${label} is no longer a number.`, metricKey }]

/** What is worth a warning about metrics that were changed, or changed with them. */
export const metricWarnings = (changed: readonly MetricMove[], impacts: readonly MetricMove[]): RippleWarning[] => [
  ...changed.flatMap((move) => [...outside(move, true), ...coverage(move)]),
  ...impacts.flatMap((move) => [...lost(move), ...coverage(move), ...outside(move, false)]),
]
