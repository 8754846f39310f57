import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { call, demoEmails, signIn } from '../bench/server.mjs'
import { describeOnPostgres, makeEmptyDatabase } from './support/postgres.ts'
import { keepServices } from './support/services.ts'

const services = keepServices()
const [owner = ''] = demoEmails
const command = fileURLToPath(new URL('../scripts/backup/command.mjs', import.meta.url))
const { PATH = '', HOME = '' } = process.env

let kept: string
beforeEach(async () => {
  kept = await mkdtemp(join(tmpdir(), 'deal-canvas-backup-'))
})
afterEach(() => rm(kept, { recursive: true, force: true }))

const run = (act: 'backup' | 'restore', folder: string, env: Record<string, string>) =>
  new Promise<{ code: number; said: string }>((end) => {
    execFile(process.execPath, [command, act, folder], { env: { PATH, HOME, ...env } }, (error, stdout, stderr) =>
      end({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, said: stdout + stderr }),
    )
  })

/** Deal, comment and picture: what stands in the database, and what stands beside it. */
const leaveSomething = async (url: string) => {
  const { token } = await signIn(url, owner)
  const { body: deal } = await call(url, 'POST', '/api/deals', { token, body: { name: 'Kept deal' } })
  const at = `/api/canvas/${deal.deal_id}`
  await call(url, 'POST', `${at}/comments`, { token, body: { content: 'Kept comment' } })
  const form = new FormData()
  form.append('files', new Blob(['a,b\n1,2\n']), 'kept.csv')
  const headers = { authorization: `Bearer ${token}` }
  const upload = await fetch(`${url}${at}/documents`, { method: 'POST', headers, body: form })
  expect(upload.status).toBe(201)
  return at
}

const expectAllThere = async (url: string, at: string) => {
  const { token } = await signIn(url, owner)
  const { body } = await call(url, 'GET', `${at}/comments`, { token })
  expect(body.comments.map(({ content }: { content: string }) => content)).toEqual(['Kept comment'])
  expect((await call(url, 'GET', `${at}/audit-trail/verify`, { token })).body).toMatchObject({ valid: true })
  const { body: listed } = await call(url, 'GET', `${at}/documents`, { token })
  const [document] = listed.documents
  const headers = { authorization: `Bearer ${token}` }
  const content = await fetch(`${url}${at}/documents/${document.id}/content`, { headers })
  expect(await content.text()).toBe('a,b\n1,2\n')
}

describe('a backup of an embedded service', { timeout: 120_000 }, () => {
  it('is refused while the service runs, and restored brings everything back in another folder', async () => {
    const { env } = await services.place()
    const server = await services.start({ env })
    const at = await leaveSomething(server.url)
    const folder = join(kept, 'backup')

    const early = await run('backup', folder, env)
    expect(early).toMatchObject({ code: 1, said: expect.stringContaining('is in use by another process') })
    await server.stop()
    await rm(folder, { recursive: true, force: true })
    expect(await run('backup', folder, env)).toMatchObject({ code: 0 })

    const there = await services.place()
    expect(await run('restore', folder, there.env)).toMatchObject({ code: 0 })
    const restored = await services.start({ env: there.env })
    await expectAllThere(restored.url, at)
    await restored.stop()

    const again = await run('restore', folder, there.env)
    expect(again).toMatchObject({ code: 1, said: expect.stringContaining('is not empty') })
  })

  it('that was cut off or is damaged is not restored', async () => {
    const { env } = await services.place()
    await writeFile(join(kept, 'half'), '')
    const { code, said } = await run('restore', kept, env)
    expect([code, said]).toEqual([1, expect.stringContaining('is no finished backup')])

    const name = 'ab'.repeat(32)
    await writeFile(join(kept, 'backup.json'), JSON.stringify({ kind: 'embedded' }))
    await mkdir(join(kept, 'data', 'blobs', 'ab', 'ab'), { recursive: true })
    await writeFile(join(kept, 'data', 'blobs', 'ab', 'ab', name), 'something else')
    const damaged = await run('restore', kept, env)
    expect(damaged).toMatchObject({ code: 1, said: expect.stringContaining('The backup is damaged') })
    expect(await readdir(env['DATA_DIR'] ?? '')).toEqual([])
  })
})

describeOnPostgres('a backup of a service on PostgreSQL', () => {
  it('is made while it runs, and restored into an empty database brings everything back', {
    timeout: 120_000,
  }, async () => {
    const database = await makeEmptyDatabase()
    const other = await makeEmptyDatabase()
    try {
      const { env } = await services.place({ databaseUrl: database.url })
      const server = await services.start({ env })
      const at = await leaveSomething(server.url)
      const folder = join(kept, 'backup')
      expect(await run('backup', folder, env)).toMatchObject({ code: 0 })
      await server.stop()

      const full = await run('restore', folder, { ...env, DATA_DIR: join(kept, 'elsewhere') })
      expect(full).toMatchObject({ code: 1, said: expect.stringContaining('The database is not empty') })

      // The secrets are the operator's: the record of a deal verifies only with the key that signed it.
      const there = await services.place({ databaseUrl: other.url })
      const restoredEnv = { ...env, DATABASE_URL: other.url, DATA_DIR: there.env['DATA_DIR'] ?? '' }
      expect(await run('restore', folder, restoredEnv)).toMatchObject({ code: 0 })
      const restored = await services.start({ env: restoredEnv })
      await expectAllThere(restored.url, at)
      await restored.stop()
    } finally {
      await Promise.all([database.drop(), other.drop()])
    }
  })
})
