import { uiMessages } from '../../messages/ui.ts'
import styles from './density-chart.module.css'
import { areaPath, curvePath, tailOf } from './density-path.ts'
import { linearScale } from './scale.ts'
import { type DensityPoint, type Histogram, smoothDensity } from './smooth-density.ts'
import { spreadLabels } from './spread-labels.ts'

interface DensityChartProps {
  histogram: Histogram
  /** The distribution without the change, drawn dashed. */
  before?: Histogram | undefined
  percentiles: readonly { name: string; value: number }[]
  /** A red line; the area beyond it on the bad side is filled. */
  limit?: { value: number; side: 'below' | 'above'; label: string } | undefined
  format: (value: number) => string
  /** A text alternative to the chart. */
  summary: string
}

const width = 400
const top = 18
const floor = 118
const height = 152

/** The distribution of a metric: a smooth curve over the exact bins it was computed from. */
export const DensityChart = ({ histogram, before, percentiles, limit, format, summary }: DensityChartProps) => {
  const now = smoothDensity(histogram)
  const was = before === undefined ? [] : smoothDensity(before)
  const [from, to] = domainOf(histogram, before, limit?.value)
  const peak = Math.max(...[...now, ...was].map(({ density }) => density), Number.MIN_VALUE)
  const x = linearScale(from, to, 0, width)
  const y = linearScale(0, peak, floor, top)
  const total = histogram.counts.reduce((sum, count) => sum + count, 0)
  const binWidth = (histogram.to - histogram.from) / histogram.counts.length
  const labels = spreadLabels(
    percentiles.map(({ value }) => x(value)),
    58,
    26,
    width - 26,
  )
  const limitAt = limit === undefined ? 0 : x(limit.value)
  const mark = besideCurve(was, peakOf(was).x < peakOf(now).x ? 'left' : 'right')
  return (
    <svg className={styles.density} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summary}>
      {histogram.counts.map((count, bin) => {
        const left = histogram.from + bin * binWidth
        const share = count / total / binWidth
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: A bin is its place.
            key={bin}
            className={styles.bin}
            x={x(left) + 0.5}
            width={Math.max(0, x(left + binWidth) - x(left) - 1)}
            y={y(share)}
            height={Math.max(0, floor - y(share))}
          />
        )
      })}
      <path className="area" d={areaPath(now, x, y)} />
      {limit !== undefined && <path className={styles.tail} d={areaPath(tailOf(now, limit.value, limit.side), x, y)} />}
      {was.length > 0 && (
        <>
          <path className={styles.before} d={curvePath(was, x, y)} />
          <text className={styles.quiet} x={x(mark.x) + mark.gap} y={y(mark.density)} textAnchor={mark.anchor}>
            {uiMessages.curveBefore()}
          </text>
        </>
      )}
      <path className={styles.curve} d={curvePath(now, x, y)} />
      <path className={styles.axis} d={`M0 ${floor}H${width}`} />
      {limit !== undefined && (
        <>
          <path className={styles.limit} d={`M${limitAt} 12V${floor}`} />
          <text className={styles.limitLabel} x={limitAt} y={9} textAnchor={anchorAt(limitAt)}>
            {limit.label}
          </text>
        </>
      )}
      {percentiles.map(({ name, value }, n) => (
        <g key={name}>
          <path className={styles.tick} d={`M${x(value)} ${floor}v6`} />
          <text className={styles.quiet} x={labels[n]} y={floor + 17}>
            {name}
          </text>
          <text className={styles.value} x={labels[n]} y={floor + 31}>
            {format(value)}
          </text>
        </g>
      ))}
    </svg>
  )
}

const peakOf = (points: readonly DensityPoint[]): DensityPoint =>
  points.reduce((best, point) => (point.density > best.density ? point : best), { x: 0, density: 0 })

/** A label position next to a curve that does not overlap it: halfway down its slope, on the outer side. */
const besideCurve = (points: readonly DensityPoint[], side: 'left' | 'right') => {
  const peak = peakOf(points)
  const isHigh = ({ density }: DensityPoint) => density >= peak.density / 2
  const slope = (side === 'left' ? points.find(isHigh) : points.findLast(isHigh)) ?? peak
  return side === 'left'
    ? { ...slope, gap: -6, anchor: 'end' as const }
    : { ...slope, gap: 6, anchor: 'start' as const }
}

const anchorAt = (place: number): 'start' | 'middle' | 'end' =>
  place < width * 0.25 ? 'start' : place > width * 0.75 ? 'end' : 'middle'

const domainOf = (now: Histogram, before: Histogram | undefined, limit: number | undefined): [number, number] => {
  const places = [now.from, now.to, ...(before === undefined ? [] : [before.from, before.to])]
  if (limit !== undefined) places.push(limit)
  const from = Math.min(...places)
  const to = Math.max(...places)
  const room = (to - from) * 0.03
  return [from - room, to + room]
}
