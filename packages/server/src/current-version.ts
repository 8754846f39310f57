import { refuse } from './domain-error.ts'

/** Refuses a write by someone who has seen an older version than the one it would change. */
export const assertCurrent = (version: number, seen: number | undefined): void => {
  if (seen !== undefined && seen !== version) refuse('stale_version', { fields: { version } })
}
