import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createFairQueue } from './fairness/fair-queue.ts'
import { outsideOfPlace } from './fairness/place.ts'
import { waitForTurn } from './fairness/wait-for-turn.ts'

export interface HashCost {
  memoryCost: number
  timeCost: number
  parallelism: number
}

const recommendedCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing occupies a CPU core; leave one core for everything else, and libuv threads for file reads. */
const hashesAtOnce = Math.max(1, Math.min(2, availableParallelism() - 1))
const maxWaitingPerPerson = 256
const maxWaitMs = 30_000

export interface Passwords {
  hash(password: string): Promise<string>
  /** Without a hash it does the same work, so that the response time does not reveal whether the account exists. */
  matches(password: string, passwordHash: string | null | undefined): Promise<boolean>
}

export const createPasswords = async (cost: HashCost = recommendedCost): Promise<Passwords> => {
  const queue = createFairQueue({ places: hashesAtOnce, maxWaitingPerPerson })
  const queued = <Result>(work: () => Promise<Result>): Promise<Result> =>
    outsideOfPlace(async () => {
      const leave = await waitForTurn(queue, { maxWaitMs })
      try {
        return await work()
      } finally {
        leave()
      }
    })
  const nobody = await hash('no account has this password', cost)
  return {
    hash: (password) => queued(() => hash(password, cost)),
    matches: async (password, passwordHash) => {
      const matched = await queued(() => verify(passwordHash ?? nobody, password))
      return matched && typeof passwordHash === 'string'
    },
  }
}
