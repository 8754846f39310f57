import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isId } from '../../platform/ids.ts'

/** The account of a device. Its cookie is bound to the password and becomes invalid when the password changes. */
export interface DeviceOwner {
  id: string
  passwordHash: string | null
}

interface Entry {
  userId: string
  nonce: string
  signature: string
}

/** Limit of accounts that a shared device remembers; the oldest are dropped. */
const maxEntries = 5
const entryForm = /^([0-9a-f-]{36})\.([\w-]{22})\.([\w-]{43})$/

export type DeviceCookies = ReturnType<typeof createDeviceCookies>

/**
 * Recognizes devices on which an account has signed in before. The cookie proves nothing else: its bearer still needs
 * the password, but is not slowed down by the failed sign-ins of strangers.
 */
export const createDeviceCookies = (secrets: readonly [string, ...string[]]) => {
  const sign = (secret: string, { id, passwordHash }: DeviceOwner, nonce: string): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['device', id, passwordHash, nonce]))
      .digest()

  const isSigned = (owner: DeviceOwner, { nonce, signature }: Entry): boolean => {
    const given = Buffer.from(signature, 'base64url')
    return secrets.some((secret) => {
      const wanted = sign(secret, owner, nonce)
      return given.length === wanted.length && timingSafeEqual(given, wanted)
    })
  }

  const read = (cookie: string | undefined): Entry[] =>
    (cookie ?? '')
      .slice(0, 1000)
      .split('~')
      .slice(0, maxEntries)
      .flatMap((part) => {
        const [, userId, nonce, signature] = entryForm.exec(part) ?? []
        return userId === undefined || nonce === undefined || signature === undefined || !isId(userId)
          ? []
          : [{ userId, nonce, signature }]
      })

  return {
    /** The accounts that the cookie names, unverified. */
    peopleIn: (cookie: string | undefined): string[] => read(cookie).map(({ userId }) => userId),

    /** The device id, if one of these accounts has signed in on it with its current password. */
    deviceOf: (cookie: string | undefined, people: readonly DeviceOwner[]): string | undefined => {
      const entries = read(cookie)
      for (const owner of people) {
        const entry = entries.find(({ userId }) => userId === owner.id)
        if (entry !== undefined && isSigned(owner, entry)) return entry.nonce
      }
      return undefined
    },

    /** Returns the cookie with this account first, replacing any earlier entry of the account. */
    remember: (cookie: string | undefined, owner: DeviceOwner): string => {
      const nonce = randomBytes(16).toString('base64url')
      const mine = `${owner.id}.${nonce}.${sign(secrets[0], owner, nonce).toString('base64url')}`
      const others = read(cookie).filter(({ userId }) => userId !== owner.id)
      return [mine, ...others.map((entry) => `${entry.userId}.${entry.nonce}.${entry.signature}`)]
        .slice(0, maxEntries)
        .join('~')
    },
  }
}
