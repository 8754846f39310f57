import { randomBytes } from 'node:crypto'

/** Crockford's alphabet: without I, L, O and U, which people confuse with other characters when copying. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 12

const grouped = (code: string): string => code.replaceAll(/.{4}(?=.)/g, '$&-')

/** Sixty random bits. There are 32 characters, so five bits of each byte select one without bias. */
export const makeInviteCode = (): string =>
  grouped([...randomBytes(length)].map((byte) => signs[byte % signs.length]).join(''))

/** Normalizes a code as typed to its stored form; undefined if it cannot be a code. */
export const readInviteCode = (given: string): string | undefined => {
  const code = given.replaceAll(/[-\s]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return code.length === length && [...code].every((sign) => signs.includes(sign)) ? grouped(code) : undefined
}
