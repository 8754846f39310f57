import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeOnPostgres, type EmptyDatabase, makeEmptyDatabase } from './support/postgres.ts'

const script = fileURLToPath(new URL('../bench/kill-during-writes.mjs', import.meta.url))
const rounds = '3'
const rule = `is there after ${rounds} kills in the middle of writing`

const killDuringWrites = async (...args: string[]): Promise<void> => {
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--rounds', rounds, ...args])
  expect(stdout).toMatch(/^lost 0$/m)
  expect(Number(/^acknowledged (\d+)/m.exec(stdout)?.[1])).toBeGreaterThan(0)
}

describe('every acknowledged write on the embedded database', () => {
  it(rule, () => killDuringWrites(), 180_000)
})

describeOnPostgres('every acknowledged write on PostgreSQL', () => {
  let database: EmptyDatabase
  beforeAll(async () => {
    database = await makeEmptyDatabase()
  })
  afterAll(() => database?.drop())

  it(rule, () => killDuringWrites('--database-url', database.url), 180_000)
})
