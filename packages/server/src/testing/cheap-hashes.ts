import type { HashCost } from '../platform/passwords.ts'

/** The least that Argon2 takes: at the real cost, signing in was a fifth of the run. `passwords.test.ts` has the real one. */
export const cheapHashes: HashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }
