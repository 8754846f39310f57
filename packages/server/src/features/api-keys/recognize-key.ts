import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { networkOf } from '../../platform/addresses.ts'
import { type Clock, later, minutes } from '../../platform/clock.ts'
import { digestOf } from '../../platform/digest.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { countsOf, takeAll } from '../../platform/limits/take-all.ts'
import { createLruCache } from '../../platform/lru-cache.ts'
import { isApiKey } from './api-key.ts'
import type { ApiKeysStore, LiveSecret } from './api-keys.store.ts'

interface Deps {
  store: Pick<ApiKeysStore, 'liveSecret' | 'liveAmong' | 'noteUse'>
  limits: Limits
  now: Clock
  onError(error: unknown): void
}

const maxRemembered = 10_000

/** Recognizes API keys. They are read from the database on each request, so that a revoked key fails on its next one. */
export const createApiKeyEntrance = ({ store, limits, now, onError }: Deps) => {
  const noted = createLruCache<string, Date>({ maxWeight: maxRemembered, weightOf: () => 1 })
  const writing = new Set<Promise<void>>()

  /** Runs beside the request, which must not wait for it or fail with it. */
  const noteUse = (keyId: string, ip: string): void => {
    const at = now()
    const stale = later(at, -minutes(1))
    const last = noted.get(keyId)
    if (last !== undefined && last > stale) return
    noted.set(keyId, at)
    const write: Promise<void> = store
      .noteUse(keyId, { at, network: networkOf(ip), unlessSince: stale })
      .catch(onError)
      .finally(() => void writing.delete(write))
    writing.add(write)
  }

  const enter = async (
    { keyId, orgId, userId, scope, secretId, validUntil }: LiveSecret,
    ip: string | undefined,
  ): Promise<Actor> => {
    await limits.take('api_key', keyId)
    if (ip !== undefined) noteUse(keyId, ip)
    return {
      userId,
      sessionId: secretId,
      isSuperadmin: false,
      forcePasswordChange: false,
      hasSecondFactor: false,
      signedInAt: new Date(0),
      confirmedAt: undefined,
      tokenExpiresAt: validUntil,
      tokenDealId: undefined,
      tokenGrantId: undefined,
      dealRole: undefined,
      orgRole: undefined,
      bySuperadminGrant: false,
      apiKey: { id: keyId, orgId, scope },
    }
  }

  return {
    /** Unknown, mistyped, revoked and expired keys are counted and answered alike. */
    recognize: async (key: string, ip: string): Promise<Actor> => {
      const found = isApiKey(key) ? await store.liveSecret({ hash: digestOf(key) }, now()) : undefined
      if (found !== undefined) return enter(found, ip)
      await takeAll(limits, countsOf('api_key_guess', ip))
      return refuse('api_key_invalid')
    },

    /** For a token that was issued to the holder of a key. */
    recognizeSecret: async (secretId: string, ip: string | undefined): Promise<Actor> =>
      enter((await store.liveSecret({ id: secretId }, now())) ?? refuse('session_ended'), ip),

    /** Those of the ids that are secrets with which requests can be made. */
    liveAmong: (secretIds: readonly string[]): Promise<Set<string>> => store.liveAmong(secretIds, now()),

    /** Resolves when no use is being written. */
    settled: async (): Promise<void> => void (await Promise.all(writing)),
  }
}
