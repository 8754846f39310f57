/** Failures of an account per hour without a delay: a single network is rejected before it causes one. */
const freeFailures = 10
const maxDelayMs = 30_000

/** The delay of the n-th sign-in attempt of an account within the hour, counting failures and attempts in progress. */
export const signInDelayMs = (attempt: number): number =>
  attempt <= freeFailures ? 0 : Math.min(maxDelayMs, 1000 * 2 ** Math.min(attempt - freeFailures - 1, 10))
