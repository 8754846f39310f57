import type { Workbook } from '@deal-canvas/workbook-reader'

/** Upper limit of iterations, whatever the workbook says. */
const maxRounds = 1_000
/** If a workbook does not iterate, iterations continue beyond this number only while they converge. */
const roundsBetweenLooks = 100
/** A round that moves every value by less than this share has found the solution: the last digits can oscillate. */
const close = 1e-12
/** The number of consecutive rounds that must be this close before oscillation of the last digits is ignored. */
const closeRounds = 20
/** The last digit can oscillate forever: a relative change smaller than this does not count as movement. */
export const lastDigit = 1e-15

/** Decides round by round whether a circular reference has converged. */
export interface SettlingRule {
  /** Takes how far a round moved the values, absolutely and relatively. */
  next(moved: number, share: number): 'open' | 'settled' | 'failed'
  /**
   * Whether one value that moved this far keeps the decision open after the next round, however far the others moved.
   */
  isFar(by: number, share: number): boolean
}

/**
 * Excel's iterations; a converging cycle is iterated until no digit changes, as if the author had recalculated until
 * then.
 */
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
        // Iterations that do not get closer have no solution.
        if (!(moved < last)) return end
        last = moved / 2
      }
      return n < maxRounds ? 'open' : end
    },
  }
}

/**
 * The convergence rule for a workbook's circular references: shared by all solvers, so that they give bit-identical
 * results.
 */
export const createSettlingRules = ({ iteration }: Pick<Workbook, 'iteration'>) => {
  const limit = Math.min(iteration?.rounds ?? maxRounds, maxRounds)
  return {
    /** The number of iterations Excel makes without convergence. */
    limit,
    begin: (): SettlingRule => (iteration === undefined ? withoutIteration() : byRounds(limit, iteration.change)),
  }
}
