import { compose, type Service } from '../compose.ts'
import { readConfig } from '../config.ts'
import { createLogger } from '../http/logger.ts'
import type { HashCost } from '../platform/passwords.ts'

/**
 * The lowest cost that Argon2 allows: at the real cost, sign-ins took a fifth of the test run. `passwords.test.ts`
 * tests the real one.
 */
const cheapHashes: HashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

type Surroundings = Parameters<typeof compose>[1]

/** Starts a service for tests: silent, without demo deals, with cheap password hashes, searching by words. */
export const startService = (env: Record<string, string>, surroundings: Partial<Surroundings> = {}): Promise<Service> =>
  compose(readConfig({ ...('EMBEDDINGS_URL' in env ? {} : { EMBEDDINGS: 'words' }), ...env }), {
    log: createLogger('silent'),
    demoDeals: false,
    hashCost: cheapHashes,
    ...surroundings,
  })
