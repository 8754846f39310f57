import { tag } from '../calculate/grid.ts'
import type { Scalar } from '../value/value.ts'
import { areaSlot, type Helper, type HelperMaker, type LaneArgument, type LaneHelperMaker } from './helper-functions.ts'
import { createMatcher } from './sumif-matcher.ts'

/** The cells of one sum, valid until the lanes are filled again. */
interface Found {
  readonly generation: number
  readonly wanted: number
  /** Undefined if the criteria range differs between lanes. */
  readonly ids: Int32Array | undefined
}

/**
 * A conditional sum in all lanes. If the criteria range is the same in all of them, as the years of months are, it is
 * matched once and then only summed. Everything else is left to the helper of each lane.
 */
export const sumifLanes =
  (one: HelperMaker): LaneHelperMaker =>
  ({ model, slots, grids }) => {
    const { numbers, tags, moving, starts } = grids
    const each = grids.grids.map((grid): Helper => one({ model: { ...model, grid }, slots }))
    const matcher = createMatcher(model.grid, slots)
    const known = new Map<number, Found>()

    const isMoving = (area: number): boolean => {
      const [rows, columns] = [slots[area + areaSlot.rows] ?? 0, slots[area + areaSlot.columns] ?? 0]
      for (let row = 0, first = slots[area] ?? 0; row < rows; row++, first += slots[area + areaSlot.step] ?? 0)
        for (let id = first; id < first + columns; id++) if (moving[id] === 1) return true
      return false
    }
    const idsFor = (values: number, area: number, wanted: number): Int32Array | undefined => {
      const before = known.get(area)
      const generation = grids.generation()
      if (before?.generation === generation && before.wanted === wanted) return before.ids
      const found: number[] = []
      const isPlain =
        !isMoving(area) &&
        matcher(values, area, wanted, (id) => {
          if (tags[id] === tag.number) found.push(id)
          return tags[id] !== tag.error
        })
      const ids = isPlain ? Int32Array.from(found) : undefined
      known.set(area, { generation, wanted, ids })
      return ids
    }
    const commonOf = (wanted: LaneArgument<Scalar | undefined>): number | undefined => {
      if (typeof wanted === 'number') return wanted
      if (!Array.isArray(wanted) || typeof wanted[0] !== 'number') return undefined
      for (let n = 1; n < wanted.length; n++) if (wanted[n] !== wanted[0]) return undefined
      return wanted[0]
    }

    return (into: Float64Array, ...given: LaneArgument<Scalar | undefined>[]) => {
      const common = given.length === 3 ? commonOf(given[2]) : undefined
      const ids = common === undefined ? undefined : idsFor(Number(given[0]), Number(given[1]), common)
      for (let lane = 0; lane < starts.length; lane++) {
        if (ids === undefined) {
          const own = given.map((arg) => (Array.isArray(arg) ? arg[lane] : arg))
          into[lane] = (each[lane] as (...args: unknown[]) => number)(...own)
          continue
        }
        const start = starts[lane] as number
        let sum = 0
        for (let n = 0; n < ids.length; n++) sum += numbers[(ids[n] as number) + start] as number
        into[lane] = sum
      }
    }
  }
