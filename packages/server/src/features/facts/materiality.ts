import type { MetricUnit, severities } from '@deal-canvas/contract'
import { kindOf } from '@deal-canvas/engine'

export type Severity = (typeof severities)[number]

/** How far a number moves. */
export interface Move {
  metricKey: string
  unit: MetricUnit
  before: number | null
  after: number | null
}

/** Percentage points and shares of a value from which a move has each severity. */
const scales: readonly (readonly [severity: Severity, points: number, share: number])[] = [
  ['critical', 2, 0.15],
  ['high', 0.5, 0.05],
  ['medium', 0.1, 0.01],
]

const order: readonly Severity[] = ['low', 'medium', 'high', 'critical']

export const worst = (severities: readonly Severity[]): Severity =>
  severities.reduce<Severity>(
    (found, severity) => (order.indexOf(severity) > order.indexOf(found) ? severity : found),
    'low',
  )

export const lessThan = (severity: Severity, limit: Severity): Severity =>
  order.indexOf(severity) > order.indexOf(limit) ? limit : severity

/** A number that is lost or appears is as bad as it gets. */
const severityOfMove = ({ unit, before, after }: Move): Severity => {
  if (before === null || after === null) return before === after ? 'low' : 'critical'
  const moved = Math.abs(after - before)
  const found = scales.find(([, points, share]) =>
    unit === 'percentage_points' ? moved >= points : moved >= share * Math.abs(before) && moved > 0,
  )
  return found?.[0] ?? 'low'
}

/** The headline metrics that are good or bad for the investor, those that move most first. */
export const headlineMoves = <Given extends Move>(moves: readonly Given[]): Given[] =>
  moves
    .filter(({ metricKey }) => {
      const kind = kindOf(metricKey)
      return kind?.core === true && kind.better !== null
    })
    .sort((a, b) => order.indexOf(severityOfMove(b)) - order.indexOf(severityOfMove(a)))

/**
 * How serious a contradiction is. If the number of the document can be put into the model, by how far headline metrics
 * move; otherwise by the difference itself, and then at most high.
 */
export const severityOf = (own: Move, effects: readonly Move[] | undefined, isCited: boolean): Severity => {
  if (effects !== undefined) {
    const moved = worst(effects.map(severityOfMove))
    return isCited ? worst([moved, 'medium']) : moved
  }
  const difference = severityOfMove(own)
  const isHeadline = kindOf(own.metricKey)?.core === true
  return lessThan(difference, isCited || isHeadline ? 'high' : 'medium')
}
