import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { emailCodeDigits } from '@deal-canvas/contract'

/** The user and address that a code is bound to. */
interface Place {
  userId: string
  email: string
}

export type EmailCodes = ReturnType<typeof createEmailCodes>

/**
 * Creates and checks six-digit codes. Digests are keyed, because six digits are quickly guessed from a plain digest.
 */
export const createEmailCodes = (secrets: readonly [string, ...string[]]) => {
  const digestBy = (secret: string, { userId, email }: Place, code: string): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['email code', userId, email, code]))
      .digest('base64url')

  return {
    make: (place: Place): { code: string; digest: string } => {
      const code = String(randomInt(10 ** emailCodeDigits)).padStart(emailCodeDigits, '0')
      return { code, digest: digestBy(secrets[0], place, code) }
    },

    /** A dummy digest: looks like a real one but matches no code. */
    digestOfNone: (): string => randomBytes(32).toString('base64url'),

    /** Accepts any of the secrets, so that codes stay valid while a secret is rotated. */
    isRight: (digest: string, place: Place, code: string): boolean =>
      secrets.some((secret) => isSame(digest, digestBy(secret, place, code))),
  }
}

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
