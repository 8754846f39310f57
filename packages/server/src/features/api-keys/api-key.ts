import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { apiKeyPrefix } from '@deal-canvas/contract'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const base = BigInt(digits.length)
const secretBytes = 32
/** The fewest digits that hold 256 bits, and those that hold 32. */
const secretLength = 43
const checksumLength = 6

const form = new RegExp(`^${apiKeyPrefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`)

const inDigits = (value: bigint, length: number): string => {
  const parts: string[] = []
  for (let rest = value; parts.length < length; rest /= base) parts.unshift(digits[Number(rest % base)] ?? '')
  return parts.join('')
}

const checksumOf = (text: string): string => inDigits(BigInt(crc32(text)), checksumLength)

/**
 * 256 random bits behind a prefix, followed by a checksum, so that scanners for leaked secrets can tell a key from
 * other text.
 */
export const makeApiKey = (): string => {
  const text = `${apiKeyPrefix}${inDigits(BigInt(`0x${randomBytes(secretBytes).toString('hex')}`), secretLength)}`
  return `${text}${checksumOf(text)}`
}

/** Whether a text can be a key; false for mistyped and cut off ones. */
export const isApiKey = (text: string): boolean =>
  form.test(text) && text.endsWith(checksumOf(text.slice(0, -checksumLength)))

const hintLength = 4

/** The last characters, by which people tell keys apart. */
export const hintOf = (key: string): string => key.slice(-hintLength)
