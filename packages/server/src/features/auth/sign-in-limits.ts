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
  /** A key for the address, whether or not it belongs to an account. */
  account: string
  /** Set if the account has signed in on this device before. */
  device: string | undefined
  ip: string
  /** Aborted when the client disconnects. */
  signal: AbortSignal
}

/** Called when the sign-in succeeds, so that it does not count. */
type Admitted = { giveBack(): Promise<void> }

/**
 * Failed sign-ins are rejected by network, and slow an account down for all but its known devices: strangers must never
 * be able to lock a user out. An attempt is counted before the password is checked, so that parallel guesses all count,
 * and is given back if it succeeds or was rejected.
 */
export const createSignInLimits = ({ limits, room }: Deps) => {
  /** Undefined if the device is unknown or was itself used for guessing. */
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
      // An attempt whose client disconnected still counts; only one that was denied a place in the queue does not.
      if (!signal.aborted) await giveBack()
      throw error
    }
    return { giveBack }
  }

  return async (attempt: SignInAttempt): Promise<Admitted> =>
    (await admitDevice(attempt)) ?? (await admitStranger(attempt))
}
