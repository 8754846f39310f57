import { createHmac } from 'node:crypto'

export type PasswordTags = ReturnType<typeof createPasswordTags>

/**
 * Sixteen bits of a password, keyed with a secret that is not in the database. An address that nobody has verified may
 * be claimed by several accounts; the tag tells which of them a password could belong to. It proves nothing: the
 * password itself is compared in any case, and too few bits are kept to guess it from them.
 */
export const createPasswordTags = (secrets: readonly [string, ...string[]]) => {
  const tagBy = (secret: string, password: string): number =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['password tag', password]))
      .digest()
      .readUInt16BE()
  return {
    /** As it is stored. */
    of: (password: string): number => tagBy(secrets[0], password),
    /** By each of the secrets, so that a tag is known while they are rotated. */
    known: (password: string): number[] => secrets.map((secret) => tagBy(secret, password)),
  }
}
