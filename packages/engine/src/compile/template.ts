import { type Grid, tag } from '../calculate/grid.ts'
import { areasOf } from '../formula/area-of.ts'
import type { Expression, RangeExpression } from '../formula/expression.ts'
import type { FormulaPlace } from '../formula/parse-formula.ts'
import { helpersFor } from './prelude.ts'
import { slotsPerArea, type TemplateCode, templateCode } from './template-code.ts'

/** Computes the cells whose numbers stand in `order` from `from` up to `to`. */
type Loop = (order: Int32Array, from: number, to: number) => void

/** Formulas that are the same but for where they stand, compiled into one loop. */
export interface Template {
  readonly expression: Expression
  /** Adds a cell; answers its number in this template. */
  add(place: FormulaPlace, id: number): number
  /** To be called when all cells are added. */
  ready(): Loop
}

interface Deps {
  grid: Grid
  /** Computes one slot in full. */
  full(id: number): void
}

/** Undefined: the formula is more than numbers. */
export const createTemplate = (expression: Expression, { grid, full }: Deps): Template | undefined => {
  const made = templateCode(expression)
  if (made === undefined) return undefined
  const slots: number[] = []
  const ids: number[] = []

  const cellSlot = (range: RangeExpression, place: FormulaPlace): number => {
    const [area] = areasOf(range, place)
    return area === undefined ? 0 : grid.idOf(area.sheet, area.top, area.left)
  }
  const areaSlots = (range: RangeExpression, place: FormulaPlace): number[] => {
    const [area] = areasOf(range, place)
    const used = area && grid.used(area)
    if (used === undefined) return Array.from({ length: slotsPerArea }, () => 0)
    const step = grid.extents[used.sheet]?.columns ?? 0
    return [grid.idOf(used.sheet, used.top, used.left), used.bottom - used.top + 1, used.right - used.left + 1, step]
  }

  return {
    expression,
    add: (place, id) => {
      for (const range of made.cells) slots.push(cellSlot(range, place))
      for (const range of made.areas) slots.push(...areaSlots(range, place))
      return ids.push(id) - 1
    },
    ready: () => build(made, Int32Array.from(slots), Int32Array.from(ids), { grid, full }),
  }
}

const build = (made: TemplateCode, slots: Int32Array, ids: Int32Array, { grid, full }: Deps): Loop => {
  const perCell = made.cells.length + made.areas.length * slotsPerArea
  const value = made.kind === 'boolean' ? '(v ? 1 : 0)' : 'v'
  const kind = made.kind === 'boolean' ? tag.boolean : tag.number
  // A zero without a sign (`+ 0`): Excel knows no other.
  // Only what templateCode wrote, and the helpers, ever stand in this text.
  const text = `'use strict'
let ok = 1
${helpersFor(made.code)}
return (order, from, to) => {
  for (let j = from; j < to; j++) {
    const k = order[j], p = k * ${perCell}, o = O[k]
    ok = 1
    ${made.code}
    const w = ${value}
    if (ok === 1 && w - w === 0) { N[o] = w + 0; T[o] = ${kind} } else full(o)
  }
}`
  const make = new Function('N', 'T', 'R', 'O', 'full', text) as (
    numbers: Float64Array,
    tags: Uint8Array,
    slots: Int32Array,
    ids: Int32Array,
    full: (id: number) => void,
  ) => Loop
  return make(grid.numbers, grid.tags, slots, ids, full)
}
