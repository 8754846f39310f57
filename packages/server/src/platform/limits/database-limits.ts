import { type LimitRule, limitRules } from '@deal-canvas/contract'
import { batchQuery } from '../database/batch-query.ts'
import type { Database } from '../database/database.ts'
import { listed } from '../database/listed.ts'
import { type Limits, tooOften } from './limits.ts'

interface Taking {
  rule: LimitRule
  key: string
}

/** The count including this one, and when the window resets. */
interface Taken {
  points: number
  expire: number
}

const rowKey = ({ rule, key }: Taking): string => `${rule}:${key}`

/**
 * Counters in the table `rate_limits`. Counts taken at the same moment share one statement, in key order, so that two
 * nodes cannot deadlock.
 */
export const createDatabaseLimits = (database: Database): Limits => {
  const add = async (counted: ReadonlyMap<string, { rule: LimitRule; count: number }>): Promise<Map<string, Taken>> => {
    const [keys, all, now] = [[...counted.keys()], [...counted.values()], Date.now()]
    const { rows } = await database.query<{ key: string; points: number; expire: string }>({
      name: 'limits_add',
      text: `INSERT INTO rate_limits AS kept (key, points, expire)
        SELECT * FROM ${listed('$1::text[]', '$2::int[]', '$3::bigint[]')} AS added (key, points, expire) ORDER BY key
        ON CONFLICT (key) DO UPDATE SET
          points = CASE WHEN kept.expire <= $4 THEN excluded.points ELSE kept.points + excluded.points END,
          expire = CASE WHEN kept.expire <= $4 THEN excluded.expire ELSE kept.expire END
        RETURNING key, points, expire`,
      values: [keys, all.map(({ count }) => count), all.map(({ rule }) => now + limitRules[rule].seconds * 1000), now],
    })
    return new Map(rows.map(({ key, points, expire }) => [key, { points, expire: Number(expire) }]))
  }

  /** Each caller gets the count it would have had if the calls had come one after another. */
  const takeAll = async (takings: Taking[]): Promise<Taken[]> => {
    const counted = new Map<string, { rule: LimitRule; count: number }>()
    const places = takings.map((taking) => {
      const place = (counted.get(rowKey(taking))?.count ?? 0) + 1
      counted.set(rowKey(taking), { rule: taking.rule, count: place })
      return place
    })
    const after = await add(counted)
    return takings.map((taking, index) => {
      const key = rowKey(taking)
      const { points, expire } = after.get(key) ?? { points: 0, expire: 0 }
      return { points: points - (counted.get(key)?.count ?? 0) + (places[index] ?? 0), expire }
    })
  }

  const take = batchQuery(database, takeAll, { maxBatch: 500 })

  return {
    take: async (rule, key) => {
      const { points, expire } = await take({ rule, key })
      if (points > limitRules[rule].points) throw tooOften(expire - Date.now())
    },
    count: async (rule, key) => (await take({ rule, key })).points,
    giveBack: async (rule, key) => {
      await database.query({
        name: 'limits_give_back',
        // Never below zero, and not for an expired window: that would be credit for the next one.
        text: 'UPDATE rate_limits SET points = points - 1 WHERE key = $1 AND points > 0 AND expire > $2',
        values: [rowKey({ rule, key }), Date.now()],
      })
    },
  }
}

/** Removes expired counters, a bounded number per call. */
export const sweepDatabaseLimits = async (database: Database): Promise<void> => {
  const text = 'DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits WHERE expire < $1 LIMIT 1000)'
  await database.query({ text, values: [Date.now()] })
}
