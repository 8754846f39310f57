/** A store is temporarily unreachable: the caller is asked to retry, and nothing is lost. */
export class StoreUnavailable extends Error {
  readonly store: string
  constructor(store: string, cause: unknown) {
    super(`The ${store} is not reachable`, { cause })
    this.name = 'StoreUnavailable'
    this.store = store
  }
}

/** The name of the unavailable store, even if a library has wrapped the error; undefined for any other error. */
export const unavailableStore = (error: unknown): string | undefined => {
  if (error instanceof StoreUnavailable) return error.store
  return error instanceof Error && error.cause !== undefined ? unavailableStore(error.cause) : undefined
}

export const isStoreUnavailable = (error: unknown): boolean => unavailableStore(error) !== undefined
