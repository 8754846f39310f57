import type { FormulaCell } from '../calculate/model.ts'
import type { Area } from '../value/value.ts'
import type { Layout, Place } from './layout.ts'
import { groupBy } from './rectangles.ts'

/** Maximum number of cells traced: each is compared with every formula's references. */
const maxPlaces = 200

const holds = ({ top, left, bottom, right }: Area, { row, column }: Place): boolean =>
  top <= row && row <= bottom && left <= column && column <= right

/** Which of some cells a formula reads, alone or in a range. Cells beyond the first 200 count as read. */
export const readBySome = (
  { model }: Layout,
  places: readonly Place[],
  counts: (formula: FormulaCell) => boolean = () => true,
): ReadonlySet<Place> => {
  const read = new Set(places.slice(maxPlaces))
  const bySheet = groupBy(places.slice(0, maxPlaces), ({ sheet }) => sheet)
  for (const formula of model.formulas)
    for (const area of formula.areas)
      for (const place of bySheet.get(area.sheet) ?? [])
        if (!read.has(place) && holds(area, place) && counts(formula)) read.add(place)
  return read
}
