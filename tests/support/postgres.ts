import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, inject } from 'vitest'
import { reportMissing } from '../../packages/server/src/testing/report-missing.ts'

export interface EmptyDatabase {
  url: string
  /** Runs one statement on its own connection. */
  rows(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  connect(): Promise<pg.Client>
  drop(): Promise<void>
}

const statement = async (connectionString: string, text: string, values: unknown[] = []) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Creates a database without tables for one test. */
export const makeEmptyDatabase = async (): Promise<EmptyDatabase> => {
  const server = inject('postgresUrl') ?? ''
  const name = `deal_canvas_test_${randomUUID().replaceAll('-', '')}`
  await statement(server, `CREATE DATABASE ${name}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  return {
    url,
    rows: (text, values) => statement(url, text, values),
    connect: async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return client
    },
    drop: async () => {
      await statement(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

/** Runs tests that need a PostgreSQL server; without one, reports them as missing. */
export const describeOnPostgres = (title: string, rules: () => void): void => {
  if (inject('postgresUrl') !== null) describe(title, rules)
  else reportMissing(title, 'PostgreSQL is not reachable (TEST_DATABASE_URL)')
}
