import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbedded, openPostgres } from '../platform/database/open-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which tests can create and drop databases; null if there is none. */
    postgresUrl: string | null
    postgresTemplate: string
    embeddedTemplate: string
  }
}

const onError = (): void => {}

const reach = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

const command = async (url: string, sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}

interface Templates {
  postgresUrl: string | null
  postgresTemplate: string
  embeddedTemplate: string
  remove(): Promise<void>
}

/**
 * Creates one migrated database of each kind. Every test file copies it, which takes a tenth of the time of migrating
 * one.
 */
const makeTemplates = async (): Promise<Templates> => {
  const folder = await mkdtemp(join(tmpdir(), 'deal-canvas-tests-'))
  const embeddedTemplate = join(folder, 'template')
  const embedded = await openEmbedded({ folder: embeddedTemplate, onError })
  await embedded.close()

  const wanted = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const postgresUrl = (await reach(wanted)) ? wanted : null
  const postgresTemplate = `deal_canvas_template_${process.pid}`
  if (postgresUrl !== null) {
    await command(postgresUrl, `CREATE DATABASE ${postgresTemplate}`)
    const url = new URL(postgresUrl)
    url.pathname = `/${postgresTemplate}`
    const opened = await openPostgres({ url: url.href, onError })
    await opened.close()
  }
  const remove = async (): Promise<void> => {
    await rm(folder, { recursive: true, force: true })
    if (postgresUrl === null) return
    // The second template is created by the first browser test that needs it.
    for (const name of [postgresTemplate, `${postgresTemplate}_browser`])
      await command(postgresUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
  return { postgresUrl, postgresTemplate, embeddedTemplate, remove }
}

/** Each test project loads its own copy of this module in one process, so shared state has to be global. */
const shared = globalThis as { testTemplates?: { templates: Promise<Templates>; lanes: number } | undefined }

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  shared.testTemplates ??= { templates: makeTemplates(), lanes: 0 }
  const held = shared.testTemplates
  held.lanes += 1
  const { postgresUrl, postgresTemplate, embeddedTemplate, remove } = await held.templates
  project.provide('postgresUrl', postgresUrl)
  project.provide('postgresTemplate', postgresTemplate)
  project.provide('embeddedTemplate', embeddedTemplate)
  return async () => {
    held.lanes -= 1
    if (held.lanes > 0) return
    shared.testTemplates = undefined
    await remove()
  }
}
