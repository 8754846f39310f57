/** Thrown where a search would take more steps than it may. */
export class OutOfBudget extends Error {
  override readonly name = 'OutOfBudget'
}

/**
 * Counts the steps of a search, so that a text made to be slow costs no more than any other. In steps rather than in time:
 * the same texts always lead to the same anchors.
 */
export interface Budget {
  spend(steps: number): void
}

export const createBudget = (steps: number) => {
  let left = steps
  let share = Number.POSITIVE_INFINITY

  /** Called before the steps are taken: those that cannot be paid are not taken, and cost nothing. */
  const spend = (amount: number): void => {
    if (amount > left || amount > share) throw new OutOfBudget()
    left -= amount
    share -= amount
  }

  return {
    spend,

    /** For what all searches share: nobody's share pays for it. */
    spendShared: (amount: number): void => {
      share += amount
      spend(amount)
    },

    /** Work that may take no more than a share of the steps that are left; undefined: it would take more. */
    within: <Result>(most: number, work: () => Result): Result | undefined => {
      share = most
      try {
        return work()
      } catch (error) {
        if (error instanceof OutOfBudget) return undefined
        throw error
      } finally {
        share = Number.POSITIVE_INFINITY
      }
    },

    /** How many steps were taken. */
    spent: (): number => steps - left,
  }
}

export type SharedBudget = ReturnType<typeof createBudget>
