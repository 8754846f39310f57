import { stored } from '../ui/stored.ts'

const name = 'whose'

/** Storage keys of unsent or unsaved texts; all other entries are settings of the browser or keyed by user. */
const texts = /^(draft|section-draft|decision|intake-name)\./

/**
 * Typed text stays in the browser until the service has it, across reloads and ended sessions. It is deleted when
 * another user signs in, who must not see it.
 */
export const keepOnlyTextsOf = (userId: string): void => {
  const before = stored.read(name)
  if (before !== undefined && before !== userId) {
    for (const item of stored.names()) if (texts.test(item)) stored.write(item, undefined)
  }
  stored.write(name, userId)
}
