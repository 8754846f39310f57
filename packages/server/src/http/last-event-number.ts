/** The number of the last event that a client received. Anything else than such a number counts as none. */
export const lastEventNumber = (lastEventId: string | undefined): number | undefined =>
  lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined
