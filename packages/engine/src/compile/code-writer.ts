import type { Expression, RangeExpression } from '../formula/expression.ts'
import type { HelperMaker } from './helper-functions.ts'

/** What kind of value a piece of code is worth. */
export type Kind = 'number' | 'boolean'

export interface Piece {
  readonly code: string
  readonly kind: Kind
}

export type Arguments = readonly (Expression | undefined)[]

/** Thrown where a formula is more than numbers; it is then computed in full. */
const notNumeric = Symbol('not numeric')

/** Gives a formula up. */
export const stop = (): never => {
  throw notNumeric
}

/** What the work comes to; undefined where the formula was given up. */
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

/** How many slots a rectangle takes: the first cell, used rows and columns, the distance of rows, all rows and columns. */
export const slotsPerArea = 6

/** Gathers what a formula's code needs: slots for its references, texts, helpers, variables. */
export const createCodeWriter = () => {
  const cells: RangeExpression[] = []
  const areas: RangeExpression[] = []
  const texts: string[] = []
  const helpers: HelperMaker[] = []
  let temporaries = 0
  let powers = 0
  const placeOf = (list: RangeExpression[], range: RangeExpression): number => {
    const key = JSON.stringify(range)
    const known = list.findIndex((one) => JSON.stringify(one) === key)
    return known === -1 ? list.push(range) - 1 : known
  }

  return {
    /** The slot of a single cell. */
    cell: (range: RangeExpression): string => `R[p + ${placeOf(cells, range)}]`,
    /** Where the slots of a rectangle begin. They come after those of cells, whose number is known only at the end. */
    area: (range: RangeExpression): string =>
      isOneSheet(range) ? `p + A + ${placeOf(areas, range) * slotsPerArea}` : stop(),
    /** A text of the formula: it never stands in the code itself. */
    text: (text: string): string => `K[${texts.push(text) - 1}]`,
    /** A call of a helper. */
    helper: (maker: HelperMaker, args: readonly string[]): string => `f${helpers.push(maker) - 1}(${args.join(', ')})`,
    /** A power. Each is remembered: growth over a twelfth of a year is the same in every month, and a month's in every run. */
    power: (base: string, exponent: string): string => `power${powers++}(${base}, ${exponent}, k)`,
    temporary: (): string => `t${temporaries++}`,
    finish: (code: string) => {
      const variables = Array.from({ length: temporaries }, (_, n) => `t${n}`)
      const declared = temporaries === 0 ? '' : `let ${variables.join(', ')}; `
      return {
        code: `${declared}const v = ${code.replaceAll('p + A', `p + ${cells.length}`)}`,
        cells,
        areas,
        texts,
        helpers,
        powers,
      }
    },
  }
}
