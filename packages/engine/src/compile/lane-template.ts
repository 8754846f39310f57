import type { Model } from '../calculate/model.ts'
import { snap } from '../calculate/snap.ts'
import type { Scalar } from '../value/value.ts'
import { isInLane, laneSign, slotsPerArea } from './code-writer.ts'
import type { Helper, LaneHelper } from './helper-functions.ts'
import type { LaneGrids } from './lane-grids.ts'
import { helpersFor, powerHelper } from './prelude.ts'
import type { TemplateCode } from './template-code.ts'
import { joined, sameText } from './text-helpers.ts'

/**
 * Computes the cells with the indices in `order` in all lanes; returns false if one lane had a value that is not a
 * plain number.
 */
export type LaneLoop = (order: Int32Array, from: number, to: number) => boolean

interface Deps {
  model: Model
  grids: LaneGrids
  slots: Int32Array
  ids: Int32Array
}

/** Unrolled for every lane, more calls than this are too many for the JavaScript engine to inline. */
const maxCallsWrittenOut = 2

/**
 * Whether to loop over the lanes instead of unrolling. Helpers that differ between lanes are called by their own names.
 */
const isLooped = (code: string): boolean =>
  !code.includes(`_${laneSign.place}(`) && (code.match(/(?<!Math\.)\b[a-z]\w*\(/gi) ?? []).length > maxCallsWrittenOut

/**
 * A template that computes each of its cells in all lanes before the next cell: the position and type of cells are
 * looked up once for all lanes. Its code is that of one lane, unrolled for each, or in a loop over them if it calls
 * many helpers.
 */
export const buildLanes = (made: TemplateCode, { model, grids, slots, ids }: Deps): LaneLoop => {
  const { starts, numbers, tags, valueAt } = grids
  const perCell = made.cells.length + made.areas.length * slotsPerArea
  const value = made.kind === 'boolean' ? '(v ? 1 : 0)' : 'v'
  const powers = Array.from({ length: made.powers }, (_, n) => powerHelper(n, ids.length, 'lanes'))
  const inLane = (code: string) => (start: number, lane: number) =>
    code.replaceAll(laneSign.start, `${start}`).replaceAll(laneSign.place, `${lane}`)
  /** Per-lane statements are written out for each lane; shared statements are written once. */
  const ahead = made.ahead.flatMap((code) => (isInLane(code) ? starts.map(inLane(code)) : [code]))
  const body = `{ ${made.code}; const w = ${value}; N[o + ${laneSign.start}] = w + 0; s += w - w }`
  const looped = body.replaceAll(laneSign.start, 'q').replaceAll(laneSign.place, 'l')
  const bodies = isLooped(made.code)
    ? `for (let l = 0, q = 0; l < ${starts.length}; l++, q += ${starts[1] ?? 0}) ${looped}`
    : starts.map(inLane(body)).join('\n')
  const list = (count: number, name: string): string[] => Array.from({ length: count }, (_, n) => `${name}${n}`)
  // The text contains only code from templateCode and the helpers, never text from the file.
  const text = `'use strict'
let ok = 1
${starts.map((start, n) => `const Q${n} = ${start}`).join('\n')}
${made.helpers.flatMap((_, n) => starts.map((_, lane) => `const f${n}_${lane} = F[${n}][${lane}]`)).join('\n')}
${made.laneHelpers.map((_, n) => `const g${n} = G[${n}]`).join('\n')}
${list(made.results, 'S')
  .map((name) => `const ${name} = new Float64Array(${starts.length})`)
  .join('\n')}
${list(made.lists, 'A')
  .map((name) => `const ${name} = [${starts.map(() => 0).join(', ')}]`)
  .join('\n')}
${[helpersFor([...made.ahead, made.code].join('\n'), 'lanes'), ...powers].join('\n')}
return (order, from, to) => {
  let s = 0
  ok = 1
  ${made.declared}
  ${list(made.powers, '')
    .map((n) => `let x${n} = NaN, y${n} = NaN, z${n} = NaN`)
    .join('\n')}
  for (let j = from; j < to; j++) {
    const k = order[j], p = k * ${perCell}, o = O[k]
    ${made.cells.map((_, n) => `const c${n} = R[p + ${n}]`).join('\n')}
    ${ahead.join('\n')}
    ${bodies}
  }
  return s === 0 && ok === 1
}`
  const make = new Function('N', 'T', 'R', 'O', 'F', 'G', 'K', 'C', 'joined', 'sameText', 'snapped', text) as (
    numbers: Float64Array,
    tags: Uint8Array,
    slots: Int32Array,
    ids: Int32Array,
    helpers: readonly (readonly Helper[])[],
    laneHelpers: readonly LaneHelper[],
    texts: readonly string[],
    get: (id: number, start: number) => Scalar,
    join: typeof joined,
    same: typeof sameText,
    snapped: typeof snap,
  ) => LaneLoop
  const helpers = made.helpers.map((maker) => grids.grids.map((grid) => maker({ model: { ...model, grid }, slots })))
  const laneHelpers = made.laneHelpers.map((maker) => maker({ model, slots, grids }))
  return make(numbers, tags, slots, ids, helpers, laneHelpers, made.texts, valueAt, joined, sameText, snap)
}
