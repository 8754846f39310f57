import { killUnderWrites } from '@deal-canvas/proof/kills'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeOnPostgres, type EmptyDatabase, makeEmptyDatabase } from './support/postgres.ts'

/** One round, always the same; `npm run prove` has fifty. */
const kills = { rounds: 1, seed: 17 }
const rule = 'is there, and there once, after a kill in the middle of writing and another during the start'

const tryIt = async (options: { databaseUrl?: string } = {}): Promise<void> => {
  // Keys whose first call was killed are free again after a minute; only the proof waits for them.
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

describe('every acknowledged write on the embedded database', () => {
  it(rule, () => tryIt(), 180_000)
})

describeOnPostgres('every acknowledged write on PostgreSQL', () => {
  let database: EmptyDatabase
  beforeAll(async () => {
    database = await makeEmptyDatabase()
  })
  afterAll(() => database?.drop())

  it(rule, () => tryIt({ databaseUrl: database.url }), 180_000)
})
