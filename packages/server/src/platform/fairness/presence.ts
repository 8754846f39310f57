/** A tenant that came this long ago is still there. */
const stayMs = 2_000

/** Whether one tenant is alone or others come, too; what several queues share may be told by one. */
export const createPresence = () => {
  let last: string | undefined
  /** When a tenant came after another. */
  let changedAt = Number.NEGATIVE_INFINITY
  return {
    note: (tenant: string): void => {
      if (last !== undefined && tenant !== last) changedAt = performance.now()
      last = tenant
    },
    othersAreHere: (): boolean => performance.now() - changedAt < stayMs,
  }
}
