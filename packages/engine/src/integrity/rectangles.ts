import { formatCell } from '@deal-canvas/workbook-reader'
import type { Area } from '../value/value.ts'
import type { Place } from './inspection.ts'

export const areaOfPlace = ({ sheet, row, column }: Place): Area => ({
  sheet,
  top: row,
  left: column,
  bottom: row,
  right: column,
})

/** Merges cells into few rectangles: neighbors in a row first, then rows of the same width. */
export const rectangles = (places: readonly Place[]): Area[] => {
  const sorted = [...places].sort((a, b) => a.sheet - b.sheet || a.row - b.row || a.column - b.column)
  const runs: Area[] = []
  for (const { sheet, row, column } of sorted) {
    const last = runs.at(-1)
    if (last?.sheet === sheet && last.top === row && last.right >= column - 1)
      runs[runs.length - 1] = { ...last, right: Math.max(last.right, column) }
    else runs.push({ sheet, top: row, left: column, bottom: row, right: column })
  }
  const open = new Map<string, Area>()
  const closed: Area[] = []
  for (const run of runs) {
    const key = `${run.sheet} ${run.left} ${run.right}`
    const above = open.get(key)
    if (above !== undefined && above.bottom === run.top - 1) open.set(key, { ...above, bottom: run.bottom })
    else {
      if (above !== undefined) closed.push(above)
      open.set(key, run)
    }
  }
  return [...closed, ...open.values()].sort((a, b) => a.sheet - b.sheet || a.top - b.top || a.left - b.left)
}

/** `C7`, or `C7:H7`. */
export const cellOf = ({ top, left, bottom, right }: Area): string => {
  const first = formatCell({ row: top, column: left })
  return top === bottom && left === right ? first : `${first}:${formatCell({ row: bottom, column: right })}`
}

/** Groups items by key, in order of appearance. */
export const groupBy = <T, K>(things: Iterable<T>, keyOf: (thing: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>()
  for (const thing of things) {
    const key = keyOf(thing)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [thing])
    else group.push(thing)
  }
  return groups
}
