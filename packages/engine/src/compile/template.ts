import type { Model } from '../calculate/model.ts'
import { snap } from '../calculate/snap.ts'
import { areasOf } from '../formula/area-of.ts'
import type { Expression, RangeExpression } from '../formula/expression.ts'
import type { FormulaPlace } from '../formula/parse-formula.ts'
import { columnsOf, rowsOf, type Scalar } from '../value/value.ts'
import { cellCode } from './cell-code.ts'
import { type Kind, slotsPerArea } from './code-writer.ts'
import type { Helper } from './helper-functions.ts'
import type { LaneGrids } from './lane-grids.ts'
import { buildLanes, type LaneLoop } from './lane-template.ts'
import { type TemplateCode, templateCode } from './template-code.ts'
import { joined, sameText } from './text-helpers.ts'

/** Computes the cells with the indices in `order` from `from` up to `to`. */
export type Loop = (order: Int32Array, from: number, to: number) => void

/** How the cells of a template are computed: one by its index, or several. */
export interface TemplateRun {
  readonly one: (cell: number) => void
  /** Computes a cell with everything known: its index, the start of its slots, its own slot, and those it refers to. */
  readonly known: (cell: number, first: number, own: number, ...cells: number[]) => void
  /** Computes runs of evenly spaced cells, each given by its length and first cell. */
  readonly evenly: (stretches: Int32Array) => void
  /** The slot of each cell, and the `perCell` slots that each refers to, those of single cells first. */
  readonly ids: Int32Array
  readonly slots: Int32Array
  readonly perCell: number
  readonly cells: number
  readonly loop: Loop
  /** The code of its cells, for fusing several templates. */
  readonly made: TemplateCode
  /** The same in lanes. Compiled on first use, and always for the same lanes. */
  lanes(grids: LaneGrids): LaneLoop
  /** The code for lanes, for fusing several templates. */
  laneCode(): TemplateCode
  readonly kind: Kind
}

/** Formulas that differ only in position, compiled into one loop. */
export interface Template {
  readonly expression: Expression
  /** Adds a cell; returns its index in this template. */
  add(place: FormulaPlace, id: number): number
  /** Must be called when all cells are added. */
  ready(): TemplateRun
}

interface Deps {
  model: Model
  /** Interprets the formula of one slot. */
  full(id: number): void
}

/** Undefined if the formula needs more than numbers. */
export const createTemplate = (expression: Expression, { model, full }: Deps): Template | undefined => {
  const made = templateCode(expression, model.names)
  if (made === undefined) return undefined
  const { grid } = model
  const slots: number[] = []
  const ids: number[] = []

  const cellSlot = (range: RangeExpression, place: FormulaPlace): number => {
    const [area] = areasOf(range, place)
    return area === undefined ? 0 : grid.idOf(area.sheet, area.top, area.left)
  }
  const areaSlots = (range: RangeExpression, place: FormulaPlace): number[] => {
    const [area] = areasOf(range, place)
    if (area === undefined) return Array.from({ length: slotsPerArea }, () => 0)
    const [rows, columns] = [rowsOf(area), columnsOf(area)]
    const used = grid.used(area)
    if (used === undefined) return [0, 0, 0, 0, rows, columns]
    const first = grid.idOf(used.sheet, used.top, used.left)
    return [first, rowsOf(used), columnsOf(used), grid.extents[used.sheet]?.columns ?? 0, rows, columns]
  }

  return {
    expression,
    add: (place, id) => {
      for (const range of made.cells) slots.push(cellSlot(range, place))
      for (const range of made.areas) slots.push(...areaSlots(range, place))
      return ids.push(id) - 1
    },
    ready: () => {
      const [own, cells] = [Int32Array.from(slots), Int32Array.from(ids)]
      let [known, code]: [LaneLoop?, TemplateCode?] = []
      const laneCode = (): TemplateCode => {
        code ??= templateCode(expression, model.names, 'lanes') ?? made
        return code
      }
      return {
        ...build(made, own, cells, { model, full }),
        kind: made.kind,
        laneCode,
        lanes: (grids) => {
          known ??= buildLanes(laneCode(), { model, grids, slots: own, ids: cells })
          return known
        },
      }
    },
  }
}

const build = (
  made: TemplateCode,
  slots: Int32Array,
  ids: Int32Array,
  { model, full }: Deps,
): Omit<TemplateRun, 'lanes' | 'laneCode' | 'kind'> => {
  const perCell = made.cells.length + made.areas.length * slotsPerArea
  const { helpers: called, powers, isDoubted, body, inHand } = cellCode(made, ids.length)
  const slotsAs = (write: (n: number) => string): string => made.cells.map((_, n) => write(n)).join('')
  const text = `'use strict'
const N = numbers, T = tags
${isDoubted ? 'let ok = 1' : ''}
${made.helpers.map((_, n) => `const f${n} = F[${n}]`).join('\n')}
${called}
${powers}
const one = (k) => {
  const p = k * ${perCell}, o = O[k]
  ${body}
}
const known = (k, p, o${slotsAs((n) => `, c${n}`)}) => {
  ${inHand}
}
const evenly = (stretches) => {
  const N = numbers, T = tags
  for (let s = 0; s < stretches.length; s += 2) {
    let k = stretches[s + 1], p = k * ${perCell}, o = O[k]; ${slotsAs((n) => `let c${n} = R[p + ${n}]; `)}
    const end = k + stretches[s], e = (O[k + 1] - o) | 0; ${slotsAs((n) => `const d${n} = (R[p + ${perCell + n}] - c${n}) | 0; `)}
    for (; k < end; k++) {
      ${inHand}
      p = (p + ${perCell}) | 0; o = (o + e) | 0; ${slotsAs((n) => `c${n} = (c${n} + d${n}) | 0; `)}
    }
  }
}
return { known, evenly, one, loop: (order, from, to) => { for (let j = from; j < to; j++) one(order[j]) } }`
  const make = new Function(
    'numbers',
    'tags',
    'R',
    'O',
    'full',
    'F',
    'K',
    'C',
    'joined',
    'sameText',
    'snapped',
    text,
  ) as (
    numbers: Float64Array,
    tags: Uint8Array,
    slots: Int32Array,
    ids: Int32Array,
    full: (id: number) => void,
    helpers: readonly Helper[],
    texts: readonly string[],
    get: (id: number) => Scalar,
    join: typeof joined,
    same: typeof sameText,
    snapped: typeof snap,
  ) => Pick<TemplateRun, 'known' | 'evenly' | 'one' | 'loop'>
  const { numbers, tags, get } = model.grid
  const helpers = made.helpers.map((maker) => maker({ model, slots }))
  return {
    ...make(numbers, tags, slots, ids, full, helpers, made.texts, get, joined, sameText, snap),
    made,
    ids,
    slots,
    perCell,
    cells: made.cells.length,
  }
}
