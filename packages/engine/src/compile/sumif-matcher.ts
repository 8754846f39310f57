import { type Grid, tag } from '../calculate/grid.ts'
import { readCriterion } from '../functions/criteria.ts'
import { sameNumber } from '../value/compare.ts'
import { areaSlot } from './helper-functions.ts'

/** Whether two rectangles have the same size. */
const areAlike = (slots: Int32Array, a: number, b: number): boolean =>
  slots[a + areaSlot.rows] === slots[b + areaSlot.rows] &&
  slots[a + areaSlot.columns] === slots[b + areaSlot.columns] &&
  slots[a + areaSlot.allRows] === slots[b + areaSlot.allRows] &&
  slots[a + areaSlot.allColumns] === slots[b + areaSlot.allColumns]

/** Larger rectangles are not cached. */
const maxCells = 4_096
const none = new Int32Array()

/** Numbers further apart than this are not equal in 15 digits. */
const close = 1e-13

/**
 * Finds the cells of a rectangle that equal a number, and visits the corresponding cells of another rectangle, without
 * creating a value for any cell. Returns false if the two differ in size, or a visit ended the search.
 */
export const createMatcher = ({ numbers, tags, get }: Grid, slots: Int32Array) => {
  const isText = (id: number, wanted: number): boolean => tags[id] === tag.text && readCriterion(wanted)(get(id))

  return (values: number, area: number, wanted: number, visit: (id: number) => boolean): boolean => {
    if (!areAlike(slots, area, values)) return false
    const [rows, columns] = [slots[area + areaSlot.rows] ?? 0, slots[area + areaSlot.columns] ?? 0]
    const [step, valueStep] = [slots[area + areaSlot.step] ?? 0, slots[values + areaSlot.step] ?? 0]
    const apart = close * Math.abs(wanted)
    const [low, high] = [wanted - apart, wanted + apart]
    for (let row = 0; row < rows; row++) {
      const first = (slots[area] ?? 0) + row * step
      const beside = (slots[values] ?? 0) + row * valueStep - first
      for (let id = first; id < first + columns; id++) {
        const held = numbers[id] as number
        // NaN is neither below nor above.
        if (held < low || held > high) continue
        if (tags[id] === tag.number ? !sameNumber(held, wanted) : !isText(id, wanted)) continue
        if (!visit(id + beside)) return false
      }
    }
    return true
  }
}

/** The pass in which the content of a rectangle was last verified. */
interface Verified {
  pass: number
}

/** The offsets of the cells that equal a number; undefined if it cannot be decided. */
interface Found {
  readonly wanted: number
  readonly offsets: Int32Array | undefined
  readonly verified: Verified
}

/** The content of a rectangle: its distinct numbers, and the offsets of the cells that hold each. */
interface Groups {
  readonly first: number
  readonly rows: number
  readonly columns: number
  readonly step: number
  readonly cells: Float64Array
  readonly kinds: Uint8Array
  /** Undefined if it contains text, or too many distinct numbers. */
  readonly numbers: readonly number[] | undefined
  readonly offsets: readonly Int32Array[]
  /** The results for numbers that were searched. */
  readonly found: Map<number, Found>
  readonly verified: Verified
}

/** Limit of the formulas of a template whose cells are remembered. */
const maxRemembered = 1_024

/** Beyond this number, scanning is faster than comparing. */
const maxGroups = 40

/** Groups of one rectangle at a time, as a row of years reads the same months. */
const createGrouping = (grid: Grid) => {
  const { numbers, tags } = grid
  let known: Groups | undefined

  const isAsKnown = ({ first, rows, columns, step, cells, kinds }: Groups): boolean => {
    for (let row = 0, at = 0, id = first; row < rows; row++, id += step)
      for (let column = 0; column < columns; column++, at++)
        if (cells[at] !== numbers[id + column] || kinds[at] !== tags[id + column]) return false
    return true
  }
  const group = (first: number, rows: number, columns: number, step: number): Groups => {
    const found: number[] = []
    const offsets: number[][] = []
    const [cells, kinds] = [new Float64Array(rows * columns), new Uint8Array(rows * columns)]
    let isPlain = true
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const offset = row * step + column
        const [held, kind] = [numbers[first + offset] ?? 0, tags[first + offset] ?? tag.empty]
        cells[row * columns + column] = held
        kinds[row * columns + column] = kind
        // A text can read as the wanted number.
        if (kind === tag.text || found.length > maxGroups) isPlain = false
        if (kind !== tag.number || !isPlain) continue
        const known = found.indexOf(held)
        const place = known === -1 ? found.push(held) - 1 : known
        if (known === -1) offsets.push([])
        offsets[place]?.push(offset)
      }
    return {
      ...{ first, rows, columns, step, cells, kinds, verified: { pass: grid.pass() } },
      numbers: isPlain ? found : undefined,
      offsets: offsets.map((some) => Int32Array.from(some)),
      found: new Map(),
    }
  }

  /** The groups of a rectangle. It is verified once per pass, not once per caller. */
  return (first: number, rows: number, columns: number, step: number): Groups => {
    const isSame = known?.first === first && known.rows === rows && known.columns === columns && known.step === step
    if (known === undefined || !isSame) known = group(first, rows, columns, step)
    else if (known.verified.pass !== grid.pass()) {
      if (isAsKnown(known)) known.verified.pass = grid.pass()
      else known = group(first, rows, columns, step)
    }
    return known
  }
}

/** The offsets of the only number that equals the wanted one; undefined if several do, or it cannot be decided. */
const findIn = ({ numbers, offsets }: Groups, wanted: number): Int32Array | undefined => {
  if (numbers === undefined) return undefined
  let found: Int32Array | undefined
  for (let n = 0; n < numbers.length; n++) {
    if (!sameNumber(numbers[n] as number, wanted)) continue
    if (found !== undefined) return undefined
    found = offsets[n]
  }
  return found ?? none
}

/**
 * Sums the numbers of a rectangle whose counterparts in another equal one number: how most models sum their years.
 * Undefined if it is not that simple.
 */
export const createSumif = (grid: Grid, slots: Int32Array) => {
  const { numbers, tags } = grid
  const matcher = createMatcher(grid, slots)
  const groupsIn = createGrouping(grid)

  /** What each formula found last, by its criteria rectangle. */
  const lastOf = new Map<number, Found>()

  /** The cells of the only number that matches; undefined if there are several, or it cannot be decided. */
  const search = (values: number, area: number, wanted: number): Found | undefined => {
    if (!areAlike(slots, area, values)) return undefined
    const rows = slots[area + areaSlot.rows] ?? 0
    const columns = slots[area + areaSlot.columns] ?? 0
    const step = slots[area + areaSlot.step] ?? 0
    if (rows * columns > maxCells || (rows > 1 && step !== slots[values + areaSlot.step])) return undefined
    const groups = groupsIn(slots[area] ?? 0, rows, columns, step)
    const { verified } = groups
    const found = groups.found.get(wanted) ?? { wanted, offsets: findIn(groups, wanted), verified }
    if (groups.found.size <= maxGroups) groups.found.set(wanted, found)
    return found
  }
  const offsetsFor = (values: number, area: number, wanted: number): Int32Array | undefined => {
    const last = lastOf.get(area)
    if (last?.wanted === wanted && last.verified.pass === grid.pass()) return last.offsets
    const found = search(values, area, wanted)
    if (lastOf.size >= maxRemembered) lastOf.clear()
    if (found !== undefined && found !== last) lastOf.set(area, found)
    return found?.offsets
  }

  /** Undefined if one of the cells holds an error. */
  const sumAt = (first: number, offsets: Int32Array): number | undefined => {
    let sum = 0
    for (let n = 0; n < offsets.length; n++) {
      const id = first + (offsets[n] as number)
      const kind = tags[id]
      if (kind === tag.number) sum += numbers[id] as number
      else if (kind === tag.error) return undefined
    }
    return sum
  }

  // Apart from `sumAt`: a sum that a callback adds to is allocated anew for each number.
  const sumOfMatches = (values: number, area: number, wanted: number): number | undefined => {
    let sum = 0
    const isPlain = matcher(values, area, wanted, (id) => {
      if (tags[id] === tag.number) sum += numbers[id] as number
      return tags[id] !== tag.error
    })
    return isPlain ? sum : undefined
  }

  return (values: number, area: number, wanted: number): number | undefined => {
    const offsets = offsetsFor(values, area, wanted)
    return offsets === undefined ? sumOfMatches(values, area, wanted) : sumAt(slots[values] ?? 0, offsets)
  }
}
