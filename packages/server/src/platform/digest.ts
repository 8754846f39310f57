import { createHash } from 'node:crypto'

/** Of a random token or an address: what may stand in a table or a key in its place. Too weak for what can be guessed. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
