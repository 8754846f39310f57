import type { LimitRule } from '@deal-canvas/contract'
import type { Caller } from '../../caller.ts'
import { networkOf } from '../../platform/addresses.ts'
import type { Limits } from '../../platform/limits/limits.ts'

type Count = readonly [rule: LimitRule, key: string]

/**
 * Failed sign-ins, counted for the address, the account, and both together; accounts that do not exist count alike.
 * A try is counted before the password is looked at, because a hundred guesses in parallel are a hundred guesses,
 * and given back if it succeeds or was refused.
 */
export const createSignInLimits = (limits: Limits) => {
  const giveBackAll = async (counts: readonly Count[]): Promise<void> => {
    for (const [rule, key] of counts) await limits.giveBack(rule, key)
  }

  return async (account: string, { ip }: Caller): Promise<{ giveBack(): Promise<void> }> => {
    const network = networkOf(ip)
    const counts: readonly Count[] = [
      ['login_address', network],
      ['login_account', account],
      ['login_account_and_address', `${account}:${network}`],
    ]
    for (const [index, [rule, key]] of counts.entries()) {
      try {
        await limits.take(rule, key)
      } catch (error) {
        // What was refused here must not count there.
        await giveBackAll(counts.slice(0, index))
        throw error
      }
    }
    return { giveBack: () => giveBackAll(counts) }
  }
}
