/** A store that does not answer now and may answer soon: the caller is told to come back, nothing is lost. */
export class StoreUnavailable extends Error {
  readonly store: string
  constructor(store: string, cause: unknown) {
    super(`The ${store} is not reachable`, { cause })
    this.name = 'StoreUnavailable'
    this.store = store
  }
}

/** Which store it is, also where a library has wrapped it; undefined: it is something else. */
export const unavailableStore = (error: unknown): string | undefined => {
  if (error instanceof StoreUnavailable) return error.store
  return error instanceof Error && error.cause !== undefined ? unavailableStore(error.cause) : undefined
}

export const isStoreUnavailable = (error: unknown): boolean => unavailableStore(error) !== undefined
