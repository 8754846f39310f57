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

/** The generated text contains only numbered names and our own numbers. */
const write = (turns: readonly TemplateRun[]): EvenLoop => {
  const each = (line: (n: number, run: TemplateRun) => string): string => turns.map((run, n) => line(n, run)).join('\n')
  const slots = ({ cells }: TemplateRun, line: (i: number) => string): string =>
    Array.from({ length: cells }, (_, i) => line(i)).join('')
  const text = `'use strict'
${each((n) => `const f${n} = F[${n}].known, O${n} = F[${n}].ids, R${n} = F[${n}].slots`)}
return (stretches) => {
  for (let s = 0; s < stretches.length; s += ${turns.length + 1}) {
    const rounds = stretches[s]
    ${each(
      (n, run) => `let k${n} = stretches[s + ${n + 1}], p${n} = k${n} * ${run.perCell}, o${n} = O${n}[k${n}]
    const e${n} = (O${n}[k${n} + 1] - o${n}) | 0
    ${slots(run, (i) => `let c${n}_${i} = R${n}[p${n} + ${i}]; const d${n}_${i} = (R${n}[p${n} + ${run.perCell + i}] - c${n}_${i}) | 0; `)}`,
    )}
    for (let r = 0; r < rounds; r++) {
      ${each(
        (n, run) => `f${n}(k${n}, p${n}, o${n}${slots(run, (i) => `, c${n}_${i}`)})
      k${n} += 1; p${n} += ${run.perCell}; o${n} += e${n}; ${slots(run, (i) => `c${n}_${i} += d${n}_${i}; `)}`,
      )}
    }
  }
}`
  return (new Function('F', text) as (runs: readonly TemplateRun[]) => EvenLoop)(turns)
}

/**
 * Loops that extrapolate the position and references of the next cell from the last two, as in the months of a row.
 * Looking them up for each cell took as long as computing it.
 */
export const createEvenLoops = () => {
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
    const loop = known.get(key) ?? (alone !== undefined && another === undefined ? alone.evenly : write(turns))
    known.set(key, loop)
    const own = Int32Array.from(stretches)
    return () => loop(own)
  }
}
