import type { Expression } from '../formula/expression.ts'
import type { Layout, Place } from './layout.ts'

/** The two directions in which formulas are copied. */
export const directions = [
  { down: 0, right: 1 },
  { down: 1, right: 0 },
] as const
export type Direction = (typeof directions)[number]

export const moved = ({ sheet, row, column }: Place, { down, right }: Direction, by: number): Place => ({
  sheet,
  row: row + down * by,
  column: column + right * by,
})

/** The formula that several cells before and after a gap share; undefined if there is none. */
export const formulaAround = (
  { formulaAt }: Layout,
  place: Place,
  direction: Direction,
  { width, peers }: { width: number; peers: number },
): Expression | undefined => {
  const at = (by: number): Expression | undefined => {
    const { sheet, row, column } = moved(place, direction, by)
    return formulaAt(sheet, row, column)?.expression
  }
  const first = at(-1)
  if (first === undefined) return undefined
  for (let n = 2; n <= peers; n++) if (at(-n) !== first) return undefined
  for (let n = 0; n < peers; n++) if (at(width + n) !== first) return undefined
  return first
}
