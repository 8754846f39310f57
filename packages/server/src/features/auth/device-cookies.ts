import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isId } from '../../platform/ids.ts'

/** Whose device it is, and what its cookie is tied to: with another password it is worth nothing. */
export interface DeviceOwner {
  id: string
  passwordHash: string | null
}

interface Entry {
  userId: string
  nonce: string
  signature: string
}

/** A device that several people share remembers the last of them. */
const maxEntries = 5
const entryForm = /^([0-9a-f-]{36})\.([\w-]{22})\.([\w-]{43})$/

export type DeviceCookies = ReturnType<typeof createDeviceCookies>

/**
 * Devices on which an account has signed in before. The cookie proves nothing but that: whoever has it still needs the
 * password, and is not slowed down by the failures of strangers.
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
    /** Whom it names, right or wrong. */
    peopleIn: (cookie: string | undefined): string[] => read(cookie).map(({ userId }) => userId),

    /** The device, if one of these people has signed in on it with the password of now. */
    deviceOf: (cookie: string | undefined, people: readonly DeviceOwner[]): string | undefined => {
      const entries = read(cookie)
      for (const owner of people) {
        const entry = entries.find(({ userId }) => userId === owner.id)
        if (entry !== undefined && isSigned(owner, entry)) return entry.nonce
      }
      return undefined
    },

    /** The cookie with this account first, in place of what it said of the account before. */
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
