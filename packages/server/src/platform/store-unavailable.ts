/** A store that does not answer now and may answer soon: the caller is told to come back, nothing is lost. */
export class StoreUnavailable extends Error {
  readonly store: string
  constructor(store: string, cause: unknown) {
    super(`The ${store} is not reachable`, { cause })
    this.name = 'StoreUnavailable'
    this.store = store
  }
}

/** Also where a library has wrapped it. */
export const isStoreUnavailable = (error: unknown): boolean =>
  error instanceof StoreUnavailable ||
  (error instanceof Error && error.cause !== undefined && isStoreUnavailable(error.cause))
