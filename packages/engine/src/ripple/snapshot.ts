import { type Grid, tag } from '../calculate/grid.ts'
import type { Scalar } from '../value/value.ts'

/** All cells at a point in time. */
export type Snapshot = ReturnType<typeof takeSnapshot>

/**
 * Saves every cell. Setting the old inputs again would not be enough: circular references start from their current
 * values, and end slightly differently.
 */
export const takeSnapshot = (grid: Grid) => {
  const numbers = grid.numbers.slice()
  const tags = grid.tags.slice()
  /** Texts and errors, which are not among the numbers. */
  const others = new Map<number, Scalar>()
  for (let id = 0; id < tags.length; id++)
    if (tags[id] === tag.text || tags[id] === tag.error) others.set(id, grid.get(id))

  return {
    /** The saved value of a cell. */
    valueOf: (id: number): Scalar => {
      switch (tags[id]) {
        case tag.number:
          return numbers[id] ?? 0
        case tag.boolean:
          return numbers[id] === 1
        case tag.empty:
          return null
        default:
          return others.get(id) ?? null
      }
    },
    /** Whether a cell's value differs from the saved one. */
    isChanged: (id: number): boolean => {
      if (tags[id] !== grid.tags[id]) return true
      if (tags[id] === tag.text || tags[id] === tag.error) return grid.get(id) !== others.get(id)
      return numbers[id] !== grid.numbers[id]
    },
    /** Restores every cell. */
    restore: (): void => {
      grid.numbers.set(numbers)
      grid.tags.set(tags)
      for (const [id, value] of others) if (grid.get(id) !== value) grid.put(id, value)
    },
  }
}
