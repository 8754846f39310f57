import { stored } from '../ui/stored.ts'

const name = 'session'

/**
 * Whether this browser may hold the cookie of a session. The cookie itself cannot be seen, and asking in vain puts an
 * error into the console of everybody who merely looks at the door.
 */
export const openedBefore = {
  read: (): boolean => stored.read(name) !== undefined || !keepsAnything(),
  write: (opened: boolean): void => stored.write(name, opened ? 'opened' : undefined),
}

/** Where storage is closed to us or full, that nothing is remembered means nothing. */
const keepsAnything = (): boolean => {
  const probe = `${name}.probe`
  stored.write(probe, 'kept')
  const kept = stored.read(probe) !== undefined
  stored.write(probe, undefined)
  return kept
}
