import type { Metric } from '@deal-canvas/contract'
import { goalSeekMessages as messages } from '../../../../messages/goal-seek.ts'
import { linearScale, type Scale } from '../../../../ui/chart/scale.ts'
import { seriesFormatter } from '../../../../ui/format-metric.ts'
import { type CurvePoint, curveParts, labelSide, roundTicks } from './curve.ts'
import styles from './goal-curve.module.css'

interface GoalCurveProps {
  input: Metric
  metric: Metric
  /** The values of the input and of the metric at them; null: not a number. */
  values: readonly number[]
  results: readonly (number | null)[]
  /** The name of the scenario that was searched. */
  scenario: string
  /** Its point. */
  present: CurvePoint
  target: number
  solutions: readonly number[]
}

const [width, height] = [420, 152]
const [left, right, top, floor] = [46, width - 8, 10, 128]

const pathOf = (points: readonly CurvePoint[], x: Scale, y: Scale): string =>
  points.map((point, n) => `${n === 0 ? 'M' : 'L'}${x(point.x).toFixed(1)} ${y(point.y).toFixed(1)}`).join('')

/** A longer name would leave the drawing. */
const maxNameLength = 22
const shorten = (name: string): string => (name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name)

/** How the metric depends on the input, with the target, the present point and the solutions. */
export const GoalCurve = (props: GoalCurveProps) => {
  const { input, metric, values, results, scenario, present, target, solutions } = props
  const known = results.filter((value) => value !== null)
  const [low, high] = [Math.min(...known, target, present.y), Math.max(...known, target, present.y)]
  const [from, to] = [Math.min(...values, present.x), Math.max(...values, present.x)]
  const x = linearScale(from, to, left, right)
  const y = linearScale(low, high, floor - 6, top + 6)
  const rows = roundTicks(low, high, 3)
  const columns = roundTicks(from, to, 4)
  const formatMetricTick = seriesFormatter(rows, metric.unit, { isExact: true })
  const formatInputTick = seriesFormatter(columns, input.unit, { isExact: true })
  const formatY = seriesFormatter([present.y, target], metric.unit)
  const formatX = seriesFormatter([present.x, ...solutions], input.unit)
  const curve = messages.curve({
    metric: metric.label,
    input: input.label,
    scenario,
    from: formatX(from),
    to: formatX(to),
    currentMetric: formatY(present.y),
    currentInput: formatX(present.x),
  })
  const summary =
    solutions.length === 0
      ? curve
      : messages.curveAndSolutions({ curve, target: formatY(target), values: solutions.map(formatX).join(', ') })
  const label = messages.currentPoint({ scenario: shorten(scenario), value: formatY(present.y) })
  const { isRight, isAbove } = labelSide({
    at: { x: x(present.x), y: y(present.y) },
    width: label.length * 6.5 + 8,
    left,
    right,
    isRising: (known.at(-1) ?? 0) > (known[0] ?? 0),
    target: y(target),
  })
  return (
    <svg className={styles.curve} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summary}>
      {rows.map((tick) => (
        <g key={tick}>
          <path className={styles.grid} d={`M${left} ${y(tick)}H${right}`} />
          <text x={left - 6} y={y(tick) + 4} textAnchor="end">
            {formatMetricTick(tick)}
          </text>
        </g>
      ))}
      {columns.map((tick) => (
        <text key={tick} x={x(tick)} y={height - 6} textAnchor="middle">
          {formatInputTick(tick)}
        </text>
      ))}
      <path className={styles.target} d={`M${left} ${y(target)}H${right}`} />
      <text className={styles.targetLabel} x={right} y={y(target) - 5} textAnchor="end">
        {messages.targetLine({ value: formatY(target) })}
      </text>
      {curveParts(values, results).map((part) => (
        <path key={part[0]?.x} className={styles.line} d={pathOf(part, x, y)} />
      ))}
      <circle className={styles.present} cx={x(present.x)} cy={y(present.y)} r={3.5} />
      <text
        x={x(present.x) + (isRight ? 8 : -8)}
        y={y(present.y) + (isAbove ? -7 : 15)}
        textAnchor={isRight ? 'start' : 'end'}
      >
        {label}
      </text>
      {solutions.map((solution) => (
        <g key={solution}>
          <path className={styles.drop} d={`M${x(solution)} ${y(target)}V${floor}`} />
          <circle className={styles.solution} cx={x(solution)} cy={y(target)} r={4} />
        </g>
      ))}
    </svg>
  )
}
