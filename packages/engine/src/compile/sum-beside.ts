import { type Grid, tag } from '../calculate/grid.ts'
import { readCriterion } from '../functions/criteria.ts'
import { sameNumber } from '../value/compare.ts'
import { areaSlot } from './helper-functions.ts'

/** What two rectangles must have in common. */
const sizes = [areaSlot.rows, areaSlot.columns, areaSlot.allRows, areaSlot.allColumns] as const

/** Numbers further apart than this are not equal in 15 digits. */
const close = 1e-13

/**
 * Adds up the numbers of a rectangle beside those of another that are one number: how most models add up their years. No
 * value is made of any cell on the way, which was a third of the time of a what-if. Undefined: it is not that simple.
 */
export const createSumBeside = ({ numbers, tags, get }: Grid, slots: Int32Array) => {
  const isText = (id: number, wanted: number): boolean => tags[id] === tag.text && readCriterion(wanted)(get(id))

  return (values: number, area: number, wanted: number): number | undefined => {
    for (const part of sizes) if (slots[area + part] !== slots[values + part]) return undefined
    const [rows, columns] = [slots[area + areaSlot.rows] ?? 0, slots[area + areaSlot.columns] ?? 0]
    const [step, valueStep] = [slots[area + areaSlot.step] ?? 0, slots[values + areaSlot.step] ?? 0]
    const apart = close * Math.abs(wanted)
    const [low, high] = [wanted - apart, wanted + apart]
    let sum = 0
    for (let row = 0; row < rows; row++) {
      const first = (slots[area] ?? 0) + row * step
      const beside = (slots[values] ?? 0) + row * valueStep - first
      for (let id = first; id < first + columns; id++) {
        const held = numbers[id] as number
        // What is no number at all is not below and not above.
        if (held < low || held > high) continue
        if (tags[id] === tag.number ? !sameNumber(held, wanted) : !isText(id, wanted)) continue
        const kind = tags[id + beside]
        if (kind === tag.number) sum += numbers[id + beside] as number
        else if (kind === tag.error) return undefined
      }
    }
    return sum
  }
}
