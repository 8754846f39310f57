import type { LimitRule } from '@deal-canvas/contract'
import { networkOf, siteOf } from '../addresses.ts'
import type { Limits } from './limits.ts'

export type Count = readonly [rule: LimitRule, key: string]

/** A rule that counts by address has a second rule, ten times as high, for the site that contains an IPv6 network. */
type AddressRule = { [Rule in LimitRule]: `${Rule}_site` extends LimitRule ? Rule : never }[LimitRule]

/** The counters for one call from an address; with `about`, combined with something else. */
export const countsOf = (rule: AddressRule, ip: string, about?: string): Count[] => {
  const key = (network: string): string => (about === undefined ? network : `${about}:${network}`)
  const site = siteOf(ip)
  return [[rule, key(networkOf(ip))], ...(site === undefined ? [] : [[`${rule}_site`, key(site)] as const])]
}

/** Counts all of them, or none if one is rejected. */
export const takeAll = async (limits: Limits, counts: readonly Count[]): Promise<{ giveBack(): Promise<void> }> => {
  const giveBack = async (taken: readonly Count[]): Promise<void> => {
    for (const [rule, key] of taken) await limits.giveBack(rule, key)
  }
  for (const [index, [rule, key]] of counts.entries()) {
    try {
      await limits.take(rule, key)
    } catch (error) {
      await giveBack(counts.slice(0, index))
      throw error
    }
  }
  return { giveBack: () => giveBack(counts) }
}
