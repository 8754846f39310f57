import type { Scale } from './scale.ts'
import type { DensityPoint } from './smooth-density.ts'

const at = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`

/** The SVG path of a curve. */
export const curvePath = (points: readonly DensityPoint[], x: Scale, y: Scale): string =>
  points.map((point, n) => `${n === 0 ? 'M' : 'L'}${at(x(point.x), y(point.density))}`).join('')

/** The SVG path of the area under a curve. */
export const areaPath = (points: readonly DensityPoint[], x: Scale, y: Scale): string => {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined) return ''
  return `M${at(x(first.x), y(0))}${curvePath(points, x, y).replace('M', 'L')}L${at(x(last.x), y(0))}Z`
}

/** The part of a curve on one side of a limit, cut off exactly at it. */
export const tailOf = (points: readonly DensityPoint[], limit: number, side: 'below' | 'above'): DensityPoint[] => {
  const isIn = ({ x }: DensityPoint) => (side === 'below' ? x <= limit : x >= limit)
  const tail: DensityPoint[] = []
  points.forEach((point, n) => {
    const before = points[n - 1]
    if (before !== undefined && isIn(before) !== isIn(point)) {
      const share = (limit - before.x) / (point.x - before.x)
      tail.push({ x: limit, density: before.density + share * (point.density - before.density) })
    }
    if (isIn(point)) tail.push(point)
  })
  return tail
}
