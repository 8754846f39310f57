/** The number of the last event that a client has heard. What is no number of ours is like none. */
export const lastEventNumber = (lastEventId: string | undefined): number | undefined =>
  lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined
