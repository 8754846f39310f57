import { createHash } from 'node:crypto'

/**
 * Digest of a random token or an address, stored in tables and keys instead of the original. Too weak for values that
 * can be guessed.
 */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
