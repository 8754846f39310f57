import { type Grid, tag } from '../calculate/grid.ts'
import type { Scalar } from '../value/value.ts'

/** All cells as they are at a moment. */
export type Snapshot = ReturnType<typeof takeSnapshot>

/**
 * Remembers every cell. Setting the old inputs again would not do: circular references start from where they are, and end
 * a little elsewhere.
 */
export const takeSnapshot = (grid: Grid) => {
  const numbers = grid.numbers.slice()
  const tags = grid.tags.slice()
  /** Texts and errors, which do not stand among the numbers. */
  const others = new Map<number, Scalar>()
  for (let id = 0; id < tags.length; id++)
    if (tags[id] === tag.text || tags[id] === tag.error) others.set(id, grid.get(id))

  return {
    /** What a cell held. */
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
    /** Whether a cell holds something else now. */
    isChanged: (id: number): boolean => {
      if (tags[id] !== grid.tags[id]) return true
      if (tags[id] === tag.text || tags[id] === tag.error) return grid.get(id) !== others.get(id)
      return numbers[id] !== grid.numbers[id]
    },
    /** Puts every cell back. */
    restore: (): void => {
      grid.numbers.set(numbers)
      grid.tags.set(tags)
      for (const [id, value] of others) if (grid.get(id) !== value) grid.put(id, value)
    },
  }
}
