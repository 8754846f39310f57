import { snap } from '../calculate/snap.ts'
import { laneSign } from './code-writer.ts'
import type { LaneGrids } from './lane-grids.ts'
import type { LaneLoop } from './lane-template.ts'
import { helpersFor } from './prelude.ts'
import type { TemplateCode } from './template-code.ts'

/** A template whose cells are computed in turn with those of others. */
export interface Turn {
  readonly made: TemplateCode
  readonly slots: Int32Array
  readonly ids: Int32Array
}

/** Whether code reads only single cells: anything else uses names that would clash with those of other templates. */
const readsCellsOnly = ({ areas, texts, helpers, laneHelpers, powers, ahead }: TemplateCode): boolean =>
  [areas, texts, helpers, laneHelpers, ahead].every(({ length }) => length === 0) && powers === 0

/**
 * One loop that computes a cell of each template in turn, with the code of all of them inlined: calling them one by one
 * took longer than computing them. Undefined if one of them needs more than single cells.
 */
export const writeTurns = (turns: readonly Turn[], { numbers, tags, starts }: LaneGrids): LaneLoop | undefined => {
  if (turns.length < 2 || !turns.every(({ made }) => readsCellsOnly(made))) return undefined
  const each = (line: (turn: Turn, n: number) => string): string => turns.map(line).join('\n')
  const own = (code: string, n: number): string =>
    code
      .replaceAll(/\bc(\d+)\b/g, `c${n}_$1`)
      .replaceAll(laneSign.start, 'q')
      .replaceAll(laneSign.place, 'l')
  // The text contains only code from templateCode and the helpers, never text from the file.
  const text = `'use strict'
let ok = 1
${helpersFor(
  each(({ made }) => made.code),
  'lanes',
)}
${each((_, n) => `const R${n} = R[${n}], O${n} = O[${n}]`)}
return (order, from, to) => {
  let s = 0
  ok = 1
  for (let j = from; j < to; j += ${turns.length}) {
    ${each(({ made: { cells } }, n) =>
      [
        `const k${n} = order[j + ${n}], o${n} = O${n}[k${n}]`,
        ...cells.map((_, cell) => `const c${n}_${cell} = R${n}[k${n} * ${cells.length} + ${cell}]`),
      ].join('; '),
    )}
    for (let l = 0, q = 0; l < ${starts.length}; l++, q += ${starts[1] ?? 0}) {
      ${each(({ made }, n) => {
        const value = made.kind === 'boolean' ? '(v ? 1 : 0)' : 'v'
        return `{ ${made.declared}${own(made.code, n)}; const w = ${value}; N[o${n} + q] = w + 0; s += w - w }`
      })}
    }
  }
  return s === 0 && ok === 1
}`
  const make = new Function('N', 'T', 'R', 'O', 'snapped', text) as (
    numbers: Float64Array,
    tags: Uint8Array,
    slots: readonly Int32Array[],
    ids: readonly Int32Array[],
    snapped: typeof snap,
  ) => LaneLoop
  return make(
    numbers,
    tags,
    turns.map(({ slots }) => slots),
    turns.map(({ ids }) => ids),
    snap,
  )
}
