/** Finds the zeros of a function of one variable on an interval. NaN means that the function has no value there. */
export interface RootSearch {
  readonly from: number
  readonly to: number
  /** The start of the search: it is one of the sample points, and roots near it come first. */
  readonly start: number
  /** The number of points at which the function is sampled before roots are refined between them. */
  readonly points: number
  readonly maxRoots: number
  /** Maximum number of evaluations to refine roots, besides the points; those near the start come first. */
  readonly maxRefining: number
  /** Whether only whole numbers are possible. */
  readonly isWhole: boolean
  /** The tolerance for zero. */
  readonly tolerance: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Roots {
  /** The nearest to the start first. */
  readonly roots: readonly Point[]
  /** The point closest to zero; undefined if the function has no value anywhere. */
  readonly nearest: Point | undefined
  /** The function crosses zero without reaching it: it jumps there, or only whole numbers are possible. */
  readonly isSkipped: boolean
  /** The function has the same value everywhere. */
  readonly isConstant: boolean
  /** Not every possible root was examined closely enough: there can be more roots. */
  readonly isCutShort: boolean
}

type Evaluate = (x: number) => number

type Bracket = readonly [low: Point, high: Point]

/** The function during refinement, and whether its evaluation limit is reached. */
interface Refining {
  readonly f: Evaluate
  isSpent(): boolean
}

const maxSteps = 60
/**
 * A zero that Brent's method approaches to this share of its bracket's height counts as one, although rounding noise
 * hides it.
 */
const noise = 1e-7

/** Brent's method between two points of opposite sign. */
const brent = ({ f, isSpent }: Refining, low: Point, high: Point, tolerance: number): Point => {
  let [a, b] = Math.abs(low.y) < Math.abs(high.y) ? [high, low] : [low, high]
  let c: Point = a
  let isBisected = true
  let d = 0
  for (let step = 0; step < maxSteps; step++) {
    if (Math.abs(b.y) <= tolerance || Math.abs(b.x - a.x) <= 1e-14 * Math.max(1, Math.abs(b.x))) return b
    if (isSpent()) return b
    let x: number
    if (a.y !== c.y && b.y !== c.y)
      x =
        (a.x * b.y * c.y) / ((a.y - b.y) * (a.y - c.y)) +
        (b.x * a.y * c.y) / ((b.y - a.y) * (b.y - c.y)) +
        (c.x * a.y * b.y) / ((c.y - a.y) * (c.y - b.y))
    else x = b.x - (b.y * (b.x - a.x)) / (b.y - a.y)
    const quarter = (3 * a.x + b.x) / 4
    const isOutside = (x - quarter) * (x - b.x) > 0
    const last: number = isBisected ? Math.abs(b.x - c.x) : Math.abs(c.x - d)
    isBisected = isOutside || !Number.isFinite(x) || Math.abs(x - b.x) >= last / 2
    if (isBisected) x = (a.x + b.x) / 2
    const y = f(x)
    if (Number.isNaN(y)) return b
    const next = { x, y }
    d = c.x
    c = b
    if (a.y * y < 0) b = next
    else a = next
    if (Math.abs(a.y) < Math.abs(b.y)) [a, b] = [b, a]
  }
  return b
}

/** The two neighboring whole numbers between which the sign changes. */
const bisectWhole = ({ f, isSpent }: Refining, low: Point, high: Point): readonly [Point, Point] => {
  let [a, b] = [low, high]
  while (b.x - a.x > 1 && !isSpent()) {
    const x = Math.floor((a.x + b.x) / 2)
    // Beyond the exactly representable integers, the midpoint can equal one of the ends.
    if (x <= a.x || x >= b.x) break
    const middle = { x, y: f(x) }
    if (Number.isNaN(middle.y)) break
    if (a.y * middle.y <= 0) b = middle
    else a = middle
  }
  return [a, b]
}

/** The smallest |y| around a point that is closer to zero than its neighbors, by golden-section search. */
const closestTouch = ({ f, isSpent }: Refining, left: Point, right: Point): Point => {
  const ratio = (Math.sqrt(5) - 1) / 2
  let [a, b] = [left.x, right.x]
  const at = (x: number): Point => ({ x, y: f(x) })
  const size = ({ y }: Point): number => (Number.isNaN(y) ? Number.POSITIVE_INFINITY : Math.abs(y))
  let [c, d] = [at(b - ratio * (b - a)), at(a + ratio * (b - a))]
  for (let step = 0; step < maxSteps && !isSpent() && b - a > 1e-10 * Math.max(1, Math.abs(b)); step++)
    if (size(c) < size(d)) {
      b = d.x
      d = c
      c = at(b - ratio * (b - a))
    } else {
      a = c.x
      c = d
      d = at(a + ratio * (b - a))
    }
  return size(c) < size(d) ? c : d
}

const pointsOf = ({ from, to, start, points, isWhole }: RootSearch): number[] => {
  const count = Math.max(2, points)
  const even = Array.from({ length: count }, (_, n) => from + ((to - from) * n) / (count - 1))
  const all = start >= from && start <= to ? [...even, start] : even
  const possible = isWhole ? all.map(Math.round).filter((x) => x >= from && x <= to) : all
  return [...new Set(possible)].sort((a, b) => a - b)
}

/** Samples evenly spaced points, and refines a root wherever the sign changes or the function comes close to zero. */
export const findRoots = (evaluate: Evaluate, search: RootSearch): Roots => {
  const { tolerance, isWhole, maxRoots, start } = search
  let nearest: Point | undefined
  const f = (x: number): number => {
    const y = evaluate(x)
    if (!Number.isNaN(y) && (nearest === undefined || Math.abs(y) < Math.abs(nearest.y))) nearest = { x, y }
    return y
  }
  const seen = pointsOf(search).map((x): Point => ({ x, y: f(x) }))
  const valid = seen.filter(({ y }) => !Number.isNaN(y))
  const isZero = ({ y }: Point): boolean => Math.abs(y) <= tolerance
  const roots: Point[] = valid.filter(isZero)
  let isSkipped = false
  let isCutShort = false
  let left = search.maxRefining
  const refining: Refining = {
    f: (x) => {
      left -= 1
      return f(x)
    },
    isSpent: () => left <= 0,
  }

  const refineWhole = ([low, high]: Bracket): void => {
    const ends = bisectWhole(refining, low, high)
    const found = ends.filter(isZero)
    roots.push(...found)
    if (found.length > 0) return
    if (refining.isSpent() && ends[1].x - ends[0].x > 1) isCutShort = true
    else isSkipped = true
  }
  const refine = ([low, high]: Bracket): void => {
    const root = brent(refining, low, high, tolerance)
    if (isZero(root)) roots.push(root)
    else if (refining.isSpent()) isCutShort = true
    else if (Math.abs(root.y) <= noise * (Math.abs(low.y) + Math.abs(high.y))) roots.push(root)
    else isSkipped = true
  }
  const touch = ([low, high]: Bracket): void => {
    const closest = closestTouch(refining, low, high)
    if (isZero(closest)) roots.push(closest)
    else isCutShort ||= refining.isSpent()
  }
  const farness = ([low, high]: Bracket): number => Math.min(Math.abs(low.x - start), Math.abs(high.x - start))
  const nearestFirst = (brackets: readonly Bracket[], look: (bracket: Bracket) => void): void => {
    for (const bracket of brackets.toSorted((a, b) => farness(a) - farness(b)))
      if (refining.isSpent()) isCutShort = true
      else look(bracket)
  }
  nearestFirst(
    seen.flatMap((low, n): Bracket[] => {
      const high = seen[n + 1]
      if (high === undefined || isZero(low) || isZero(high)) return []
      return low.y * high.y < 0 ? [[low, high]] : []
    }),
    isWhole ? refineWhole : refine,
  )
  const touching = seen.flatMap((middle, n): Bracket[] => {
    const [low, high] = [seen[n - 1], seen[n + 1]]
    if (low === undefined || high === undefined || isZero(middle)) return []
    const isClosest = Math.abs(middle.y) < Math.abs(low.y) && Math.abs(middle.y) < Math.abs(high.y)
    const isOneSided = low.y * middle.y > 0 && middle.y * high.y > 0
    return isClosest && isOneSided ? [[low, high]] : []
  })
  if (!isWhole) nearestFirst(touching, touch)

  const distance = ({ x }: Point): number => Math.abs(x - start)
  const spacing = Math.abs(search.to - search.from) * 1e-6
  const distinct = roots
    .toSorted((a, b) => distance(a) - distance(b))
    .filter((root, n, all) => all.findIndex((other) => Math.abs(other.x - root.x) <= spacing) === n)
  return {
    roots: distinct.slice(0, maxRoots),
    nearest,
    isSkipped,
    isCutShort,
    isConstant: valid.length > 1 && valid.every(({ y }) => y === valid[0]?.y),
  }
}
