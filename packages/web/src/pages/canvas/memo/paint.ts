import type { Run } from '@deal-canvas/memo'
import type { Mark } from '../comments/section-marks.ts'

/** A piece of a run that is covered by the same marks throughout. */
export interface Piece extends Run {
  readonly marks: readonly Mark[]
  /** The marks that end with this piece: their controls are rendered after it. */
  readonly ending: readonly Mark[]
}

const cutsOf = (run: Run, marks: readonly Mark[]): number[] => {
  const cuts = new Set([run.from, run.to])
  // A number is marked as a whole or not at all.
  if (run.exact) for (const { from, to } of marks) for (const cut of [from, to]) cuts.add(cut)
  return [...cuts].filter((cut) => cut >= run.from && cut <= run.to).sort((a, b) => a - b)
}

const covers = (mark: Mark, from: number, to: number): boolean => mark.from < to && mark.to > from

const piecesOf = (run: Run, marks: readonly Mark[], last: ReadonlyMap<Mark, Run>): Piece[] => {
  const cuts = cutsOf(run, marks)
  return cuts.slice(1).map((to, index) => {
    const from = cuts[index] ?? run.from
    const over = marks.filter((mark) => covers(mark, from, to))
    return {
      text: run.exact ? run.text.slice(from - run.from, to - run.from) : run.text,
      from,
      to,
      exact: run.exact,
      metric: run.metric,
      marks: over,
      ending: over.filter((mark) => last.get(mark) === run && (mark.to <= to || to === run.to)),
    }
  })
}

/** Splits the runs of a section at the boundaries of its marks. The pieces add up to the same text. */
export const paint = (runs: readonly Run[], marks: readonly Mark[]): ReadonlyMap<Run, readonly Piece[]> => {
  const last = new Map<Mark, Run>()
  for (const run of runs) for (const mark of marks) if (covers(mark, run.from, run.to)) last.set(mark, run)
  return new Map(
    runs.map((run) => [
      run,
      piecesOf(
        run,
        marks.filter((mark) => covers(mark, run.from, run.to)),
        last,
      ),
    ]),
  )
}
