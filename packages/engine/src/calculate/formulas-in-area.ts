import type { Area } from '../value/value.ts'
import type { Grid } from './grid.ts'

/** Maximum number of memoized rectangles: OFFSET can refer to ever new ones. */
const maxKnown = 250_000

/** Finds the formulas inside rectangles, each once. Memoized because many formulas refer to the same rectangle. */
export const createFormulasInArea = (grid: Grid, filledBy: Int32Array) => {
  const known = new Map<string, Int32Array>()

  const inArea = (area: Area): Int32Array => {
    const used = grid.used(area)
    if (used === undefined) return new Int32Array()
    const { sheet, top, left, bottom, right } = used
    const isOne = top === bottom && left === right
    const key = isOne ? '' : `${sheet} ${top} ${left} ${bottom} ${right}`
    const before = isOne ? undefined : known.get(key)
    if (before !== undefined) return before
    const found: number[] = []
    for (let row = top; row <= bottom; row++) {
      let id = grid.idOf(sheet, row, left)
      for (let column = left; column <= right; column++, id++) {
        const by = filledBy[id] ?? 0
        // The cells of an array formula are adjacent.
        if (by > 0 && found.at(-1) !== by - 1) found.push(by - 1)
      }
    }
    const list = Int32Array.from(found)
    if (known.size >= maxKnown) known.clear()
    if (!isOne) known.set(key, list)
    return list
  }

  return (areas: readonly Area[]): Int32Array => {
    const [only, another] = areas
    if (only === undefined) return new Int32Array()
    if (another === undefined) return inArea(only)
    const lists = areas.map(inArea)
    const all = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const list of lists) {
      all.set(list, at)
      at += list.length
    }
    return all
  }
}
