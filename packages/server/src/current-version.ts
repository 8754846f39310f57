import { refuse } from './domain-error.ts'

/** Rejects a write based on an older version than the current one. */
export const assertCurrent = (version: number, seen: number | undefined): void => {
  if (seen !== undefined && seen !== version) refuse('stale_version', { fields: { version } })
}
