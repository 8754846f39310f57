import type { Workbook } from '../read/workbook.ts'

/** Rounds end here, whatever the workbook says. */
const maxRounds = 1_000
/** Where a workbook does not iterate, rounds go on after so many only as long as they come closer to a solution. */
const roundsBetweenLooks = 100
/** A round that moves every value by less than this share of it has found the solution: the last digits may go to and fro. */
const close = 1e-12
/** Rounds that are as close as that before the last digits are left alone. */
const closeRounds = 20
/** The last digit may go to and fro for ever: what moves by less than this share of it does not move. */
export const lastDigit = 1e-15

/** Judges one solution of a circular reference, round by round. */
export interface SettlingRule {
  /** Told how far a round moved the values, and by what share of them. */
  next(moved: number, share: number): 'open' | 'settled' | 'failed'
  /** Whether one value that moved by so much leaves it open after the next round, however far the others moved. */
  isFar(by: number, share: number): boolean
}

/** Excel's rounds; a cycle that settles is followed until no digit changes, as if the author had recalculated until then. */
const byRounds = (limit: number, enough: number): SettlingRule => {
  let n = 0
  return {
    isFar: (by) => by > enough && n + 1 < limit,
    next: (moved) => {
      n += 1
      if (moved === 0) return 'settled'
      const settled = moved <= enough
      if (n < limit || (settled && n < maxRounds)) return 'open'
      return settled ? 'settled' : 'failed'
    },
  }
}

const withoutIteration = (): SettlingRule => {
  let [n, inARow, last] = [0, 0, Number.POSITIVE_INFINITY]
  return {
    isFar: (_, share) => share > close && (n + 1) % roundsBetweenLooks !== 0 && n + 1 < maxRounds,
    next: (moved, share) => {
      n += 1
      inARow = share <= close ? inARow + 1 : 0
      if (moved === 0 || inARow >= closeRounds) return 'settled'
      const end = inARow > 0 ? 'settled' : 'failed'
      if (n % roundsBetweenLooks === 0) {
        // What does not come closer has no solution.
        if (!(moved < last)) return end
        last = moved / 2
      }
      return n < maxRounds ? 'open' : end
    },
  }
}

/** How circular references of a workbook settle: one rule for all who solve them, so that all come to the same bytes. */
export const createSettlingRules = ({ iteration }: Pick<Workbook, 'iteration'>) => {
  const limit = Math.min(iteration?.rounds ?? maxRounds, maxRounds)
  return {
    /** Rounds that Excel makes where they do not settle. */
    limit,
    begin: (): SettlingRule => (iteration === undefined ? withoutIteration() : byRounds(limit, iteration.change)),
  }
}
