import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { decodeBase32, encodeBase32 } from './base32.ts'

const digits = 6
const stepSeconds = 30
const secretBytes = 20
/** Steps before and after the current one that are accepted, for clocks that are not exact. */
const drift = 1

export const stepAt = (time: Date): number => Math.floor(time.getTime() / 1000 / stepSeconds)

/** The code of a time step (RFC 6238 with HMAC-SHA-1, as all authenticator apps compute it). */
export const codeOfStep = (secret: Buffer, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** A new secret in base32, as people type it into an app. */
export const newTotpSecret = (): string => encodeBase32(randomBytes(secretBytes))

/** The time step that a code belongs to, if it is the current one or a neighbor of it. */
export const stepOfCode = (secret: string, given: string, time: Date): number | undefined => {
  const code = given.replaceAll(/[\s-]/g, '')
  if (!/^\d{6}$/.test(code)) return undefined
  const key = decodeBase32(secret)
  const now = stepAt(time)
  const steps = Array.from({ length: 2 * drift + 1 }, (_, index) => now - drift + index)
  // Every step is compared, so that the time taken says nothing about which one it was.
  const matching = steps.filter((step) => timingSafeEqual(Buffer.from(code), Buffer.from(codeOfStep(key, step))))
  return matching.at(-1)
}

/** The address that an authenticator app reads from a QR code. */
export const totpUri = ({ secret, account, issuer }: { secret: string; account: string; issuer: string }): string => {
  const query = Object.entries({ secret, issuer, algorithm: 'SHA1', digits, period: stepSeconds })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query}`
}
