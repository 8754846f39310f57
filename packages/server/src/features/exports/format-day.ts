/** 2026-11-18, in UTC. */
export const formatDay = (at: Date): string => at.toISOString().slice(0, 10)
