import type { Loop, TemplateRun } from './template.ts'

/** A loop over the cells with the indices in `order` from `from` up to `to`. */
export interface Step {
  /** The template; an index past the last template is something computed otherwise. */
  readonly kind: number
  /** The templates whose cells are computed in turn, if there are several. */
  readonly turns?: readonly number[]
  readonly loop: Loop
  /** The formulas of a cycle, if this step is one. */
  readonly cycle?: readonly number[] | undefined
  readonly from: number
  readonly to: number
}

const maxPatternLength = 12
/** Fewer rounds are not worth a separate loop. */
const minRounds = 4

/**
 * The number of rounds of the given length that start at a step, each step with one cell and each round with the same
 * templates.
 */
const roundsAt = (steps: readonly Step[], at: number, length: number, templates: number): number => {
  let n = at
  for (; n < steps.length; n++) {
    const step = steps[n]
    if (step === undefined || step.kind >= templates || step.to - step.from !== 1) break
    if (n >= at + length && step.kind !== steps[n - length]?.kind) break
  }
  return Math.floor((n - at) / length)
}

/** One loop that computes a cell of each template in turn. Its text contains only numbered names. */
const together = (runs: readonly Pick<TemplateRun, 'one'>[]): Loop => {
  const calls = runs.map((_, n) => `f${n}(order[j + ${n}])`).join('; ')
  const text = `'use strict'
const [${runs.map((_, n) => `f${n}`).join(', ')}] = F
return (order, from, to) => { for (let j = from; j < to; j += ${runs.length}) { ${calls} } }`
  const make = new Function('F', text) as (ones: readonly TemplateRun['one'][]) => Loop
  return make(runs.map(({ one }) => one))
}

/**
 * Fuses many repeating single-cell steps into one: the months of a waterfall, in which a cell of one row needs that of
 * another. Calling them one by one took longer than computing them.
 */
export const fuseSteps = (steps: readonly Step[], templates: readonly Pick<TemplateRun, 'one'>[]): Step[] => {
  const known = new Map<string, Loop>()
  const fused: Step[] = []
  for (let at = 0; at < steps.length; ) {
    let [length, rounds] = [1, 0]
    for (let candidate = 2; candidate <= maxPatternLength && rounds < minRounds; candidate++) {
      rounds = roundsAt(steps, at, candidate, templates.length)
      length = candidate
    }
    const first = steps[at]
    if (first === undefined) break
    if (rounds < minRounds) {
      fused.push(first)
      at += 1
      continue
    }
    const kinds = steps.slice(at, at + length).map(({ kind }) => kind)
    const key = kinds.join(' ')
    const loop = known.get(key) ?? together(kinds.flatMap((kind) => templates[kind] ?? []))
    known.set(key, loop)
    fused.push({ kind: first.kind, turns: kinds, loop, from: first.from, to: first.from + length * rounds })
    at += length * rounds
  }
  return fused
}
