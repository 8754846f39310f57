import type { Model } from '../calculate/model.ts'
import type { Area } from '../value/value.ts'
import type { Snapshot } from './snapshot.ts'

/** Whether a slot lies in any of the rectangles. */
export const liesIn = (areas: readonly Area[], { grid }: Model, id: number): boolean => {
  const { sheet, row, column } = grid.placeOf(id)
  return areas.some(
    (area) =>
      area.sheet === sheet && row >= area.top && row <= area.bottom && column >= area.left && column <= area.right,
  )
}

/** The rectangle that a node fills; undefined for a single cell. */
const areaOf = ({ formulas, tables }: Model, node: number): Area | undefined => {
  const formula = formulas[node]
  return formula === undefined ? tables[node - formulas.length]?.area : formula.array?.area
}

/** The first slot that a node fills. */
export const slotOf = (model: Model, node: number): number => {
  const area = areaOf(model, node)
  return model.formulas[node]?.id ?? (area === undefined ? 0 : model.grid.idOf(area.sheet, area.top, area.left))
}

/** Formulas and data tables whose value changed, by node; cells that were set do not count. */
export const changedNodes = (model: Model, snapshot: Snapshot, causes: readonly number[]): ReadonlySet<number> => {
  const changed = new Set<number>()
  const set = new Set(causes)
  const isChanged = (id: number): boolean => !set.has(id) && snapshot.isChanged(id)
  for (let node = 0; node < model.count; node++) {
    const area = areaOf(model, node)
    let found = isChanged(slotOf(model, node))
    if (area !== undefined)
      for (let row = area.top; row <= area.bottom && !found; row++)
        for (let column = area.left; column <= area.right && !found; column++)
          found = isChanged(model.grid.idOf(area.sheet, row, column))
    if (found) changed.add(node)
  }
  return changed
}
