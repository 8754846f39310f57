import { randomBytes } from 'node:crypto'
import { recoveryCodeCount } from '@deal-canvas/contract'
import { digestOf } from '../../../platform/digest.ts'
import { encodeBase32 } from './base32.ts'

/** 80 bits, so that a plain digest is enough: a stolen table cannot be used to find the codes. */
const codeBytes = 10

/** Without hyphens and spaces, and with the letters that people mistake for digits read as the digits they mean. */
const normal = (code: string): string =>
  code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('8', 'B')

export const digestOfRecoveryCode = (code: string): string => digestOf(`recovery_code:${normal(code)}`)

/** Ten new codes, in groups of four characters. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () =>
    encodeBase32(randomBytes(codeBytes)).replaceAll(/(.{4})(?=.)/g, '$1-'),
  )
