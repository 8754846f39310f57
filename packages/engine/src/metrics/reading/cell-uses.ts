import type { CellPosition } from '@deal-canvas/workbook-reader'
import type { Model } from '../../calculate/model.ts'
import type { Area } from '../../value/value.ts'

/** The number of formulas that refer to a cell. Unknown without a model. */
export const createUses = (model: Model | undefined) => {
  if (model === undefined) return undefined
  const cells = new Map<string, number>()
  const ranges = new Map<string, { area: Area; count: number }>()
  for (const { areas } of model.formulas)
    for (const area of areas) {
      const isCell = area.top === area.bottom && area.left === area.right
      const key = `${area.sheet} ${area.top} ${area.left} ${isCell ? '' : `${area.bottom} ${area.right}`}`
      if (isCell) cells.set(key, (cells.get(key) ?? 0) + 1)
      else {
        const known = ranges.get(key)
        if (known === undefined) ranges.set(key, { area, count: 1 })
        else known.count += 1
      }
    }
  const bySheet = new Map<number, { area: Area; count: number }[]>()
  for (const range of ranges.values()) {
    const known = bySheet.get(range.area.sheet)
    if (known === undefined) bySheet.set(range.area.sheet, [range])
    else known.push(range)
  }
  return (sheet: number, { row, column }: CellPosition): number => {
    let uses = cells.get(`${sheet} ${row} ${column} `) ?? 0
    for (const { area, count } of bySheet.get(sheet) ?? [])
      if (row >= area.top && row <= area.bottom && column >= area.left && column <= area.right) uses += count
    return uses
  }
}
