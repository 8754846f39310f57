import { type Grid, tag } from '../calculate/grid.ts'
import { laneCount } from '../numeric/lane-count.ts'
import type { Scalar } from '../value/value.ts'

/** Numbers of all lanes; where a workbook has more, it is computed in one lane, as ever. */
const maxNumbers = 4_000_000

export type LaneGrids = ReturnType<typeof createLaneGrids>

/** Whether the cells of a grid are few enough for lanes. */
export const fitsLanes = ({ size }: Grid): boolean => size * laneCount <= maxNumbers

/**
 * The cells of a workbook once for each lane, one lane after the other. What kind of value a cell holds is the same in all
 * of them: a computation in which it is not is none for lanes.
 */
export const createLaneGrids = (grid: Grid) => {
  // One more, so that the same cell of all lanes does not fall into the same places of the processor's cache.
  const stride = grid.size + (grid.size % 2 === 0 ? 9 : 8)
  const numbers = new Float64Array(stride * laneCount)
  const tags = new Uint8Array(grid.size)
  const lanes = Array.from({ length: laneCount }, (_, n) => n)
  const numbersOf = lanes.map((n) => numbers.subarray(n * stride, n * stride + grid.size))

  /** What a cell holds in the lane that begins at `start`. Texts and errors are the same in all of them. */
  const valueAt = (id: number, start: number): Scalar => {
    if (tags[id] === tag.number) return numbers[id + start] ?? 0
    return tags[id] === tag.boolean ? numbers[id + start] === 1 : grid.get(id)
  }

  /** 1: the cell is set, or computed, in the lanes. */
  const moving = new Uint8Array(grid.size)
  let generation = 0

  return {
    numbers,
    tags,
    moving,
    /** Another one each time the lanes were filled. */
    generation: () => generation,
    /** Where each lane begins among the numbers. */
    starts: lanes.map((n) => n * stride),
    numbersOf,
    valueAt,
    /** Each lane as a grid of its own, for whoever computes in one of them. */
    grids: lanes.map(
      (n): Grid => ({
        ...grid,
        numbers: numbersOf[n] ?? numbers,
        tags,
        get: (id) => valueAt(id, n * stride),
      }),
    ),
    /** Makes all lanes what the workbook is now. */
    fill: (): void => {
      for (const own of numbersOf) own.set(grid.numbers)
      tags.set(grid.tags)
      moving.fill(0)
      generation += 1
    },
  }
}
