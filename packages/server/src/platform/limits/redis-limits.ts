import { type LimitRule, limitRules } from '@deal-canvas/contract'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { type Limits, tooOften } from './limits.ts'

/**
 * Counters in Redis. While Redis is down each node counts locally: stricter than not counting, milder than rejecting
 * everyone.
 */
export const createRedisLimits = ({ client, prefix }: { client: unknown; prefix: string }): Limits => {
  const make = (rule: string, options: { points: number; duration: number }): RateLimiterAbstract =>
    new RateLimiterRedis({
      ...options,
      keyPrefix: `${prefix}limit:${rule}`,
      storeClient: client,
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory({ ...options, keyPrefix: rule }),
    })
  const limiters = new Map(
    Object.entries(limitRules).map(([rule, { points, seconds }]) => [rule, make(rule, { points, duration: seconds })]),
  )
  const limiter = (rule: LimitRule): RateLimiterAbstract => {
    const found = limiters.get(rule)
    if (found === undefined) throw new Error(`There is no limit ${rule}`)
    return found
  }
  return {
    take: async (rule, key) => {
      try {
        await limiter(rule).consume(key)
      } catch (reason) {
        throw reason instanceof RateLimiterRes ? tooOften(reason.msBeforeNext) : reason
      }
    },
    count: async (rule, key) => {
      try {
        return (await limiter(rule).consume(key)).consumedPoints
      } catch (reason) {
        if (reason instanceof RateLimiterRes) return reason.consumedPoints
        throw reason
      }
    },
    giveBack: async (rule, key) => {
      // If the window has expired, this would be credit for the next one.
      if (((await limiter(rule).get(key))?.consumedPoints ?? 0) > 0) await limiter(rule).reward(key)
    },
  }
}
