import { randomBytes } from 'node:crypto'
import { createRedis, type Redis } from '../platform/redis/redis.ts'

export const redisUrl = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379'

const quiet = (): void => undefined

export const redisAvailable = async (): Promise<boolean> => {
  const redis = createRedis({ url: redisUrl, cluster: false, onLost: quiet })
  try {
    await redis.ping()
    return true
  } catch {
    return false
  } finally {
    await redis.close()
  }
}

export interface TestRedis {
  redis: Redis
  /** A key prefix that no other test uses. */
  prefix: string
  close(): Promise<void>
}

export const openTestRedis = (url = redisUrl, cluster = false): TestRedis => {
  const redis = createRedis({ url, cluster, onLost: quiet })
  const prefix = `test-${randomBytes(6).toString('hex')}:`
  return {
    redis,
    prefix,
    close: async () => {
      for await (const keys of redis.scan(`${prefix}*`)) {
        await Promise.all(keys.map((key) => redis.command(key, ['UNLINK', key])))
      }
      await redis.close()
    },
  }
}
