import { tag } from '../calculate/grid.ts'
import { areaSlot, type HelperMaker } from './helper-functions.ts'

/** SUMPRODUCT of rectangles of one size; everything but numbers counts as 0, and errors are left to the interpreter. */
export const sumProduct: HelperMaker = ({ model: { grid }, slots }) => {
  const { numbers, tags } = grid
  return (...areas: number[]) => {
    const [first = 0] = areas
    const [allRows, allColumns] = [slots[first + areaSlot.allRows] ?? 0, slots[first + areaSlot.allColumns] ?? 0]
    let [rows, columns] = [allRows, allColumns]
    for (const at of areas) {
      if (slots[at + areaSlot.allRows] !== allRows || slots[at + areaSlot.allColumns] !== allColumns) return Number.NaN
      rows = Math.min(rows, slots[at + areaSlot.rows] ?? 0)
      columns = Math.min(columns, slots[at + areaSlot.columns] ?? 0)
      for (let row = 0; row < (slots[at + areaSlot.rows] ?? 0); row++)
        for (let column = 0; column < (slots[at + areaSlot.columns] ?? 0); column++)
          if (tags[(slots[at] ?? 0) + row * (slots[at + areaSlot.step] ?? 0) + column] === tag.error) return Number.NaN
    }
    if (allRows * allColumns === 1) return Number.NaN
    let sum = 0
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        let product = 1
        for (const at of areas) {
          const id = (slots[at] ?? 0) + row * (slots[at + areaSlot.step] ?? 0) + column
          product *= tags[id] === tag.number ? (numbers[id] ?? 0) : 0
        }
        sum += product
      }
    return sum
  }
}
