import { randomBytes } from 'node:crypto'

/** Crockford's: no I, L, O or U, which people mistake for other signs when they copy them. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 12

const grouped = (code: string): string => code.replaceAll(/.{4}(?=.)/g, '$&-')

/** Sixty random bits. There are 32 signs, so five bits of each byte choose one without favoring any. */
export const makeInviteCode = (): string =>
  grouped([...randomBytes(length)].map((byte) => signs[byte % signs.length]).join(''))

/** A code as people type it, in the one form in which it is stored; undefined where it cannot be one. */
export const readInviteCode = (given: string): string | undefined => {
  const code = given.replaceAll(/[-\s]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return code.length === length && [...code].every((sign) => signs.includes(sign)) ? grouped(code) : undefined
}
