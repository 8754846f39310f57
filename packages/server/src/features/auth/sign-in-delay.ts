/** So many failures of an account in an hour cost no time: one network alone is refused before it causes a delay. */
const freeFailures = 10
const maxDelayMs = 30_000

/** How long a sign-in waits that is the n-th of its account within the hour, failures and those under way counted. */
export const signInDelayMs = (attempt: number): number =>
  attempt <= freeFailures ? 0 : Math.min(maxDelayMs, 1000 * 2 ** Math.min(attempt - freeFailures - 1, 10))
