import { type Grid, tag } from '../calculate/grid.ts'
import { laneCount } from '../numeric/lane-count.ts'
import type { Scalar } from '../value/value.ts'

/** Maximum total count of numbers in all lanes; larger workbooks are computed in one lane. */
const maxNumbers = 4_000_000

export type LaneGrids = ReturnType<typeof createLaneGrids>

/** Whether a grid is small enough for lanes. */
export const fitsLanes = ({ size }: Grid): boolean => size * laneCount <= maxNumbers

/**
 * The cells of a workbook once per lane, one lane after the other. The type of each cell's value is the same in all
 * lanes; computations in which it is not cannot use lanes.
 */
export const createLaneGrids = (grid: Grid) => {
  // One extra slot, so that the same cell of all lanes does not map to the same line of the CPU cache.
  const stride = grid.size + (grid.size % 2 === 0 ? 9 : 8)
  const numbers = new Float64Array(stride * laneCount)
  const tags = new Uint8Array(grid.size)
  const lanes = Array.from({ length: laneCount }, (_, n) => n)
  const numbersOf = lanes.map((n) => numbers.subarray(n * stride, n * stride + grid.size))

  /** The value of a cell in the lane that starts at `start`. Texts and errors are the same in all lanes. */
  const valueAt = (id: number, start: number): Scalar => {
    if (tags[id] === tag.number) return numbers[id + start] ?? 0
    return tags[id] === tag.boolean ? numbers[id + start] === 1 : grid.get(id)
  }

  /** 1 if the cell is set or computed in the lanes. */
  const moving = new Uint8Array(grid.size)
  let generation = 0

  return {
    numbers,
    tags,
    moving,
    /** A version number that changes each time the lanes are filled. */
    generation: () => generation,
    /** The start of each lane among the numbers. */
    starts: lanes.map((n) => n * stride),
    numbersOf,
    valueAt,
    /** Each lane as a separate grid, for code that computes in a single lane. */
    grids: lanes.map(
      (n): Grid => ({
        ...grid,
        numbers: numbersOf[n] ?? numbers,
        tags,
        get: (id) => valueAt(id, n * stride),
      }),
    ),
    /** Fills all lanes with the workbook's current values. */
    fill: (): void => {
      for (const own of numbersOf) own.set(grid.numbers)
      tags.set(grid.tags)
      moving.fill(0)
      generation += 1
    },
  }
}
