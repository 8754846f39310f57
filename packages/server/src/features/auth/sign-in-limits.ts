import { DomainError } from '../../domain-error.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { countsOf, takeAll } from '../../platform/limits/take-all.ts'
import { signInDelayMs } from './sign-in-delay.ts'
import type { WaitingRoom } from './waiting-room.ts'

interface Deps {
  limits: Limits
  room: Pick<WaitingRoom, 'wait'>
}

export interface SignInAttempt {
  /** The same whether anybody has the address or not. */
  account: string
  /** Set where the account has signed in on this device before. */
  device: string | undefined
  ip: string
  /** Aborted when the client leaves. */
  signal: AbortSignal
}

/** What to do when the sign-in succeeds: it did not count. */
type Admitted = { giveBack(): Promise<void> }

/**
 * Failed sign-ins are refused to a network, and slow an account down for everyone but its known devices: what strangers
 * do must never keep a person out. An attempt is counted before the password is looked at, because a hundred guesses in
 * parallel are a hundred guesses, and given back if it succeeds or was refused.
 */
export const createSignInLimits = ({ limits, room }: Deps) => {
  /** Undefined where the device is not known, or was used for guessing itself. */
  const admitDevice = async ({ account, device }: SignInAttempt): Promise<Admitted | undefined> => {
    if (device === undefined) return undefined
    try {
      return await takeAll(limits, [['login_device', `${account}:${device}`]])
    } catch (error) {
      if (error instanceof DomainError && error.code === 'rate_limited') return undefined
      throw error
    }
  }

  const admitStranger = async ({ account, ip, signal }: SignInAttempt): Promise<Admitted> => {
    const taken = await takeAll(limits, [
      ...countsOf('login_address', ip),
      ...countsOf('login_account_and_address', ip, account),
    ])
    const attempt = await limits.count('login_account', account)
    const giveBack = async (): Promise<void> => {
      await taken.giveBack()
      await limits.giveBack('login_account', account)
    }
    try {
      await room.wait(signInDelayMs(attempt), ip, signal)
    } catch (error) {
      // A client that left has guessed; only one that was refused a place has not.
      if (!signal.aborted) await giveBack()
      throw error
    }
    return { giveBack }
  }

  return async (attempt: SignInAttempt): Promise<Admitted> =>
    (await admitDevice(attempt)) ?? (await admitStranger(attempt))
}
