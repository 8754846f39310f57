import { killUnderWrites } from '@deal-canvas/proof/kills'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeOnPostgres, type EmptyDatabase, makeEmptyDatabase } from './support/postgres.ts'

/** One round with a fixed seed; `npm run prove` runs fifty. */
const kills = { rounds: 1, seed: 17 }
const rule = 'keeps every acknowledged write exactly once after a kill during writes and another during startup'

const tryIt = async (options: { databaseUrl?: string } = {}): Promise<void> => {
  // Idempotency keys of killed calls are released after a minute; only `npm run prove` waits that long.
  const { load, found, crashes } = await killUnderWrites({ ...kills, people: 12, settleMs: 3_000, ...options })
  expect({ ...found, crashes, unexpected: load.unexpected }).toEqual({
    lost: [],
    repeated: [],
    broken: [],
    crashes: [],
    unexpected: [],
  })
  expect(load.acknowledged.length).toBeGreaterThan(0)
}

describe('acknowledged writes on the embedded database', () => {
  it(rule, () => tryIt(), 180_000)
})

describeOnPostgres('acknowledged writes on PostgreSQL', () => {
  let database: EmptyDatabase
  beforeAll(async () => {
    database = await makeEmptyDatabase()
  })
  afterAll(() => database?.drop())

  it(rule, () => tryIt({ databaseUrl: database.url }), 180_000)
})
