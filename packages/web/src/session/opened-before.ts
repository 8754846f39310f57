import { stored } from '../ui/stored.ts'

const name = 'session'

/**
 * Whether this browser may have a session cookie. Scripts cannot read the cookie, and a failed refresh would log an
 * error in the console of every visitor of the sign-in page.
 */
export const openedBefore = {
  read: (): boolean => stored.read(name) !== undefined || !keepsAnything(),
  write: (opened: boolean): void => stored.write(name, opened ? 'opened' : undefined),
}

/** Whether storage works: if it is blocked or full, a missing entry means nothing. */
const keepsAnything = (): boolean => {
  const probe = `${name}.probe`
  stored.write(probe, 'kept')
  const kept = stored.read(probe) !== undefined
  stored.write(probe, undefined)
  return kept
}
