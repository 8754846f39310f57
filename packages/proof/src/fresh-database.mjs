// A dedicated PostgreSQL database for a bench: created before and dropped after, whatever happens in between.
import { randomUUID } from 'node:crypto'
import pg from 'pg'

export const defaultServer = 'postgres://postgres@127.0.0.1:5432/postgres'

const asAdmin = async (server, statement) => {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Runs the work on a fresh database of the given server. */
export const onFreshDatabase = async (server, work) => {
  const name = `deal_canvas_bench_${randomUUID().slice(0, 8)}`
  const url = new URL(server)
  url.pathname = `/${name}`
  await asAdmin(server, `CREATE DATABASE ${name}`)
  try {
    return await work(url.href)
  } finally {
    await asAdmin(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
}
