/** How long a tenant counts as active after its last request. */
const stayMs = 2_000

/** Tracks whether more than one tenant is active. Queues that share a resource can share one instance. */
export const createPresence = () => {
  let last: string | undefined
  /** When a request last came from a different tenant than the one before. */
  let changedAt = Number.NEGATIVE_INFINITY
  return {
    note: (tenant: string): void => {
      if (last !== undefined && tenant !== last) changedAt = performance.now()
      last = tenant
    },
    othersAreHere: (): boolean => performance.now() - changedAt < stayMs,
  }
}
