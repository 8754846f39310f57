import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** Whom a code is for: good for no other user, and for no other address. */
interface Place {
  userId: string
  email: string
}

export type EmailCodes = ReturnType<typeof createEmailCodes>

/** Six digits and what is stored of them: keyed, because six digits are soon guessed from a plain digest. */
export const createEmailCodes = (secrets: readonly [string, ...string[]]) => {
  const digestBy = (secret: string, { userId, email }: Place, code: string): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['email code', userId, email, code]))
      .digest('base64url')

  return {
    make: (place: Place): { code: string; digest: string } => {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      return { code, digest: digestBy(secrets[0], place, code) }
    },

    /** Looks like any digest, and no code has it. */
    digestOfNone: (): string => randomBytes(32).toString('base64url'),

    /** By any of the secrets: a code must be known while they are rotated. */
    isRight: (digest: string, place: Place, code: string): boolean =>
      secrets.some((secret) => isSame(digest, digestBy(secret, place, code))),
  }
}

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
