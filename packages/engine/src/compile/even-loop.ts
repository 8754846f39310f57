import type { Grid } from '../calculate/grid.ts'
import { snap } from '../calculate/snap.ts'
import { cellCode } from './cell-code.ts'
import { helpersFor } from './prelude.ts'
import type { Loop, TemplateRun } from './template.ts'

/** Minimum average run length that is worth a separate loop. */
const worthIt = 8

/** Whether the step from a cell of a template to the next, including all its references, equals the previous step. */
const goesOn = ({ ids, slots, perCell, cells }: TemplateRun, cell: number): boolean => {
  const isSame = (list: Int32Array, at: number, step: number): boolean =>
    (list[at + step] ?? 0) - (list[at] ?? 0) === (list[at] ?? 0) - (list[at - step] ?? 0)
  if (!isSame(ids, cell, 1)) return false
  for (let n = 0; n < cells; n++) if (!isSame(slots, cell * perCell + n, perCell)) return false
  return true
}

/** The number of rounds in which each template advances to its next cell by a constant step, starting with one. */
const evenRounds = (turns: readonly TemplateRun[], order: Int32Array, from: number, to: number): number => {
  const maxRounds = (to - from) / turns.length
  let rounds = 1
  for (; rounds < maxRounds; rounds++) {
    const isEven = turns.every((run, n) => {
      const cell = (order[from + n] ?? 0) + rounds
      return order[from + rounds * turns.length + n] === cell && (rounds === 1 || goesOn(run, cell - 1))
    })
    if (!isEven) break
  }
  return rounds
}

type EvenLoop = (stretches: Int32Array) => void

interface Deps {
  grid: Grid
  /** Interprets the formula of one slot. */
  full(id: number): void
}

/** Whether the code of a template can stand beside that of others: anything but single cells uses names of its own. */
const readsCellsOnly = ({ made: { areas, texts, helpers } }: TemplateRun): boolean =>
  [areas, texts, helpers].every(({ length }) => length === 0)

const eachSlot = ({ cells }: TemplateRun, write: (i: number) => string): string =>
  Array.from({ length: cells }, (_, i) => write(i)).join('')

/** The statements that compute a cell of each template, and what they need to be declared. */
const inline = (turns: readonly TemplateRun[]): { declared: string; steps: readonly string[] } => {
  let powers = 0
  const codes = turns.map(({ made, ids }) => {
    const code = cellCode(made, ids.length, powers)
    powers += made.powers
    return code
  })
  const called = helpersFor(codes.map(({ inHand }) => inHand).join('\n'), 'one')
  return {
    declared: ['let ok = 1', called, ...codes.map((code) => code.powers)].join('\n'),
    steps: codes.map(
      ({ inHand }, n) =>
        `{ const k = k${n}, o = o${n}; ${eachSlot(turns[n] as TemplateRun, (i) => `const c${i} = c${n}_${i}; `)}
      ${inHand} }`,
    ),
  }
}

/** The same as calls of the templates. */
const calling = (turns: readonly TemplateRun[]): ReturnType<typeof inline> => ({
  declared: turns.map((_, n) => `const f${n} = F[${n}].known`).join('\n'),
  steps: turns.map((run, n) => `f${n}(k${n}, p${n}, o${n}${eachSlot(run, (i) => `, c${n}_${i}`)})`),
})

/** The generated text contains only numbered names, our own numbers, and code from templateCode and the helpers. */
const write = (turns: readonly TemplateRun[], { grid, full }: Deps): EvenLoop => {
  const each = (line: (n: number, run: TemplateRun) => string): string => turns.map((run, n) => line(n, run)).join('\n')
  const { declared, steps } = turns.every(readsCellsOnly) ? inline(turns) : calling(turns)
  const text = `'use strict'
const N = numbers, T = tags
${declared}
${each((n) => `const O${n} = F[${n}].ids, R${n} = F[${n}].slots`)}
return (stretches) => {
  const N = numbers, T = tags
  for (let s = 0; s < stretches.length; s += ${turns.length + 1}) {
    const rounds = stretches[s]
    ${each(
      (n, run) => `let k${n} = stretches[s + ${n + 1}], p${n} = k${n} * ${run.perCell}, o${n} = O${n}[k${n}]
    const e${n} = (O${n}[k${n} + 1] - o${n}) | 0
    ${eachSlot(run, (i) => `let c${n}_${i} = R${n}[p${n} + ${i}]; const d${n}_${i} = (R${n}[p${n} + ${run.perCell + i}] - c${n}_${i}) | 0; `)}`,
    )}
    for (let r = 0; r < rounds; r++) {
      ${each(
        (n, run) => `${steps[n]}
      k${n} = (k${n} + 1) | 0; p${n} = (p${n} + ${run.perCell}) | 0; o${n} = (o${n} + e${n}) | 0; ${eachSlot(run, (i) => `c${n}_${i} = (c${n}_${i} + d${n}_${i}) | 0; `)}`,
      )}
    }
  }
}`
  const make = new Function('numbers', 'tags', 'full', 'F', 'snapped', text) as (
    numbers: Float64Array,
    tags: Uint8Array,
    full: (id: number) => void,
    runs: readonly TemplateRun[],
    snapped: typeof snap,
  ) => EvenLoop
  return make(grid.numbers, grid.tags, full, turns, snap)
}

/**
 * Loops that extrapolate the position and references of the next cell from the last two, as in the months of a row.
 * Looking them up for each cell took as long as computing it.
 */
export const createEvenLoops = (deps: Deps) => {
  const known = new Map<string, EvenLoop>()
  /** A loop over cells of templates in turn; undefined if most of them are not evenly spaced. */
  return (kinds: readonly number[], turns: readonly TemplateRun[], order: Int32Array): Loop | undefined => {
    const stretches: number[] = []
    let count = 0
    for (let at = 0; at < order.length; count++) {
      const rounds = evenRounds(turns, order, at, order.length)
      stretches.push(rounds, ...order.subarray(at, at + turns.length))
      at += rounds * turns.length
    }
    if (order.length < worthIt * turns.length * count) return undefined
    const key = kinds.join(' ')
    const [alone, another] = turns
    const loop = known.get(key) ?? (alone !== undefined && another === undefined ? alone.evenly : write(turns, deps))
    known.set(key, loop)
    const own = Int32Array.from(stretches)
    return () => loop(own)
  }
}
