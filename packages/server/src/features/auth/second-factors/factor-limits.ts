import type { Limits } from '../../../platform/limits/limits.ts'
import { countsOf, takeAll } from '../../../platform/limits/take-all.ts'
import type { Proof } from './prove-factor.ts'

export type FactorLimits = ReturnType<typeof createFactorLimits>

/**
 * Counts a proof before it is judged, so that parallel guesses all count, and gives a right one back. Only six digits
 * can be guessed, so only they are limited for the account as a whole: a stranger who knows the password must not be
 * able to keep its owner from using a passkey.
 */
export const createFactorLimits = (limits: Limits) => ({
  admit: (userId: string, kind: Proof['kind'], ip: string): Promise<{ giveBack(): Promise<void> }> =>
    takeAll(limits, [
      ...countsOf('second_factor_address', ip),
      ...countsOf('second_factor_account_and_address', ip, userId),
      ...(kind === 'code' ? [['second_factor_codes', userId] as const] : []),
    ]),

  /** For a passkey that names its account only when it is judged. */
  admitStranger: (ip: string): Promise<{ giveBack(): Promise<void> }> =>
    takeAll(limits, countsOf('second_factor_address', ip)),

  /** For passkey sign-ins that begin; each stores a challenge. */
  begin: async (ip: string): Promise<void> => void (await takeAll(limits, countsOf('passkey_options', ip))),
})
