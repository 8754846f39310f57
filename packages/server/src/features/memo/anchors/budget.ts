/** Thrown if a search would exceed its budget of steps. */
export class OutOfBudget extends Error {
  override readonly name = 'OutOfBudget'
}

/**
 * Counts the steps of a search, so that a text crafted to be slow costs no more than any other. Counting steps instead
 * of time keeps the result deterministic: the same texts always give the same anchors.
 */
export interface Budget {
  spend(steps: number): void
}

export const createBudget = (steps: number) => {
  let left = steps
  let share = Number.POSITIVE_INFINITY

  /** Called before the work: steps that exceed the budget are neither executed nor charged. */
  const spend = (amount: number): void => {
    if (amount > left || amount > share) throw new OutOfBudget()
    left -= amount
    share -= amount
  }

  return {
    spend,

    /** For work that all searches share: it is not charged to the share of the current search. */
    spendShared: (amount: number): void => {
      share += amount
      spend(amount)
    },

    /**
     * Runs work that can spend at most the given share of the remaining steps; undefined if it would exceed the share.
     */
    within: <Result>(maxShare: number, work: () => Result): Result | undefined => {
      share = maxShare
      try {
        return work()
      } catch (error) {
        if (error instanceof OutOfBudget) return undefined
        throw error
      } finally {
        share = Number.POSITIVE_INFINITY
      }
    },

    /** Number of steps spent. */
    spent: (): number => steps - left,
  }
}

export type SharedBudget = ReturnType<typeof createBudget>
