import { stored } from '../ui/stored.ts'

const name = 'whose'

/** What people type before it is sent or saved; all else that is stored is about the browser, or bears its owner. */
const texts = /^(draft|section-draft|decision|intake-name)\./

/**
 * What somebody typed stays in the browser until the service has it, over reloads and ended sessions. The next person
 * at the same browser must not find it: it is thrown away when somebody else comes in.
 */
export const keepOnlyTextsOf = (userId: string): void => {
  const before = stored.read(name)
  if (before !== undefined && before !== userId) {
    for (const one of stored.names()) if (texts.test(one)) stored.write(one, undefined)
  }
  stored.write(name, userId)
}
