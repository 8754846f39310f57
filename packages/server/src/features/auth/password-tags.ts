import { createHmac } from 'node:crypto'

export type PasswordTags = ReturnType<typeof createPasswordTags>

/**
 * Sixteen bits of a password, keyed with a secret outside the database. Several accounts can claim an unverified
 * address; the tag selects which of them a password could belong to. It proves nothing: the password itself is always
 * compared, and sixteen bits are too few to guess it from.
 */
export const createPasswordTags = (secrets: readonly [string, ...string[]]) => {
  const tagBy = (secret: string, password: string): number =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['password tag', password]))
      .digest()
      .readUInt16BE()
  return {
    /** The tag as stored. */
    of: (password: string): number => tagBy(secrets[0], password),
    /** Tags under each secret, so that a stored tag is found while secrets are rotated. */
    known: (password: string): number[] => secrets.map((secret) => tagBy(secret, password)),
  }
}
