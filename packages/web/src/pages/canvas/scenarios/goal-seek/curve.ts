import { maxTableValues } from '@deal-canvas/contract'

interface CurveAround {
  /** The present value of the input. */
  readonly present: number
  /** Where the target is reached; empty: nowhere. */
  readonly solutions: readonly number[]
  /** The range that was searched. */
  readonly from: number
  readonly to: number
  readonly isWhole: boolean
}

/** How far the curve continues beyond the outermost points, relative to their distance. */
const margin = 0.75

const clean = (value: number): number => Number(value.toPrecision(12))

/**
 * The values of the input along the curve: around the present value and the solutions, or the searched range if there
 * is no solution.
 */
export const curveValues = ({ present, solutions, from, to, isWhole }: CurveAround): number[] => {
  const points = [present, ...solutions]
  const [low, high] = [Math.min(...points), Math.max(...points)]
  const room = margin * Math.max(high - low, (to - from) / 40)
  const [start, end] =
    solutions.length === 0
      ? [Math.min(from, present), Math.max(to, present)]
      : [Math.min(low, Math.max(from, low - room)), Math.max(high, Math.min(to, high + room))]
  const steps = maxTableValues - 1
  const even = Array.from({ length: maxTableValues }, (_, n) => clean(start + ((end - start) * n) / steps))
  // The points themselves are not among the even steps; the service refuses a value that stands twice.
  return [...new Set(isWhole ? even.map(Math.round) : even)]
}

export interface CurvePoint {
  readonly x: number
  readonly y: number
}

/** The parts of a curve between points where the metric is not a number. */
export const curveParts = (values: readonly number[], metric: readonly (number | null)[]): CurvePoint[][] => {
  const parts: CurvePoint[][] = [[]]
  values.forEach((x, n) => {
    const y = metric[n] ?? null
    if (y === null) parts.push([])
    else parts.at(-1)?.push({ x, y })
  })
  return parts.filter(({ length }) => length > 0)
}

interface LabelRoom {
  /** The labeled point, in units of the drawing. */
  readonly at: CurvePoint
  /** About how wide the label is. */
  readonly width: number
  /** Where the drawing ends. */
  readonly left: number
  readonly right: number
  /** Whether the curve rises from left to right in the drawing. */
  readonly isRising: boolean
  /** The height of the line of the target, which must not cross the label. */
  readonly target: number
}

/** The side of a point where neither the curve nor the line of the target crosses its label. */
export const labelSide = ({
  at,
  width,
  left,
  right,
  isRising,
  target,
}: LabelRoom): { isRight: boolean; isAbove: boolean } => {
  const isClear = at.y < target || at.y - target > 24
  // A rising curve leaves room at the top left and the bottom right; a falling one at the other two corners.
  const fitsAbove = isRising ? at.x - width > left : at.x + width < right
  const isAbove = isClear && fitsAbove
  return { isAbove, isRight: isAbove !== isRising }
}

const roundSteps = [1, 2, 2.5, 5, 10]

/** Round values within a range, about as many as asked for. */
export const roundTicks = (from: number, to: number, count: number): number[] => {
  if (!(to > from)) return []
  const rough = (to - from) / count
  const size = 10 ** Math.floor(Math.log10(rough))
  const step = (roundSteps.find((one) => one * size >= rough * (1 - 1e-9)) ?? 10) * size
  const first = Math.ceil(from / step - 1e-9)
  const last = Math.floor(to / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, n) => clean((first + n) * step))
}
