import type { Expression, RangeExpression } from '../formula/expression.ts'
import type { HelperMaker, LaneHelperMaker } from './helper-functions.ts'

/** The type of a piece of code's value. */
export type Kind = 'number' | 'boolean'

export interface Piece {
  readonly code: string
  readonly kind: Kind
}

export type Arguments = readonly (Expression | undefined)[]

/** Thrown if a formula needs more than numbers; it is then interpreted. */
const notNumeric = Symbol('not numeric')

/** Bails out of compiling a formula. */
export const stop = (): never => {
  throw notNumeric
}

/** The result of the callback; undefined if it bailed out. */
export const unlessStopped = <T>(work: () => T): T | undefined => {
  try {
    return work()
  } catch (thrown) {
    if (thrown === notNumeric) return undefined
    throw thrown
  }
}

const isOneSheet = ({ sheets }: RangeExpression): boolean => sheets === undefined || sheets[0] === sheets[1]

export const isOneCell = (range: RangeExpression): boolean => {
  const { top, left, bottom, right } = range
  return (
    isOneSheet(range) &&
    top !== undefined &&
    left !== undefined &&
    bottom !== undefined &&
    right !== undefined &&
    top.fixed === bottom.fixed &&
    top.at === bottom.at &&
    left.fixed === right.fixed &&
    left.at === right.at
  )
}

/** The number of slots per rectangle: first cell, used rows and columns, row stride, all rows and columns. */
export const slotsPerArea = 6

/** Which numbers the code reads: those of the single current computation, or those of several lanes. */
export type Dialect = 'one' | 'lanes'

/** Placeholders for a lane in code, until it is written out for each: the start of its numbers, and its index. */
export const laneSign = { start: '#', place: '$' } as const

/** Whether code differs between lanes. */
export const isInLane = (code: string): boolean => code.includes(laneSign.start) || code.includes(laneSign.place)

/** Collects what a formula's code needs: slots for its references, texts, helpers, variables. */
export const createCodeWriter = (dialect: Dialect) => {
  const isLanes = dialect === 'lanes'
  /** Statements executed once for all lanes, before the first of them. */
  const ahead: string[] = []
  const laneHelpers: LaneHelperMaker[] = []
  /** Counters for the names of per-lane lists: precomputed results, and arguments. */
  let [results, lists] = [0, 0]
  /**
   * An argument for all lanes: the code itself if it is the same in all of them, otherwise a list filled beforehand.
   */
  const forAll = (code: string): string => {
    if (!isInLane(code)) return code
    const list = `A${lists++}`
    ahead.push(`${list}[${laneSign.place}] = ${code}`)
    return list
  }
  const foundAhead = (call: (into: string) => string): string => {
    const into = `S${results++}`
    ahead.push(call(into))
    return `${into}[${laneSign.place}]`
  }
  const cells: RangeExpression[] = []
  const areas: RangeExpression[] = []
  const texts: string[] = []
  const helpers: HelperMaker[] = []
  let temporaries = 0
  let powers = 0
  const placeOf = (list: RangeExpression[], range: RangeExpression): number => {
    const key = JSON.stringify(range)
    const known = list.findIndex((item) => JSON.stringify(item) === key)
    return known === -1 ? list.push(range) - 1 : known
  }

  return {
    /** The slot of a single cell. */
    cell: (range: RangeExpression): string =>
      isLanes ? `c${placeOf(cells, range)}` : `R[p + ${placeOf(cells, range)}]`,
    /** The number of the cell at a slot. */
    number: (cell: string): string => (isLanes ? `N[${cell} + ${laneSign.start}]` : `N[${cell}]`),
    /** A call of a function that reads cells. */
    reading: (name: string, ...args: readonly string[]): string =>
      `${name}(${[...args, ...(isLanes ? [laneSign.start] : [])].join(', ')})`,
    /** The sum of a rectangle plus the preceding sum. If there is none, all lanes are summed together. */
    sum: (area: string, before: string): string => {
      if (!isLanes) return `sumOf(${area}, ${before})`
      if (before !== '0') return `sumOf(${area}, ${before}, ${laneSign.start})`
      return foundAhead((into) => `sumsOf(${area}, ${into})`)
    },
    /** The start of a rectangle's slots. They come after those of cells, whose number is known only at the end. */
    area: (range: RangeExpression): string =>
      isOneSheet(range) ? `p + A + ${placeOf(areas, range) * slotsPerArea}` : stop(),
    /** A text of the formula: passed as data, never embedded in the code. */
    text: (text: string): string => `K[${texts.push(text) - 1}]`,
    /** A call of a helper. */
    helper: (maker: HelperMaker, args: readonly string[]): string => {
      if (isLanes && maker.lanes !== undefined) {
        const name = `g${laneHelpers.push(maker.lanes) - 1}`
        const given = args.map(forAll)
        return foundAhead((into) => `${name}(${[into, ...given].join(', ')})`)
      }
      const name = `f${helpers.push(maker) - 1}`
      return `${name}${isLanes ? `_${laneSign.place}` : ''}(${args.join(', ')})`
    },
    /**
     * A power, memoized: monthly growth is the same in every month, and each month's growth is the same in every run.
     */
    power: (base: string, exponent: string): string => {
      const n = powers++
      if (!isLanes) return `power${n}(${base}, ${exponent}, k)`
      // Most powers are the same in all lanes: reuse the one of the previous lane.
      const [x, y] = [`t${temporaries++}`, `t${temporaries++}`]
      const call = `(x${n} = ${x}, y${n} = ${y}, z${n} = power${n}(${x}, ${y}, k, ${laneSign.place}))`
      return `(${x} = ${base}, ${y} = ${exponent}, ${x} === x${n} && ${y} === y${n} ? z${n} : ${call})`
    },
    temporary: (): string => `t${temporaries++}`,
    finish: (code: string) => {
      const variables = Array.from({ length: temporaries }, (_, n) => `t${n}`)
      const declared = temporaries === 0 ? '' : `let ${variables.join(', ')}; `
      const inPlace = (text: string): string => text.replaceAll('p + A', `p + ${cells.length}`)
      return {
        code: `${isLanes ? '' : declared}const v = ${inPlace(code)}`,
        declared,
        ahead: ahead.map(inPlace),
        laneHelpers,
        results,
        lists,
        cells,
        areas,
        texts,
        helpers,
        powers,
      }
    },
  }
}
