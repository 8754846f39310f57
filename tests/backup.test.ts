import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { call, demoEmails, signIn } from '@deal-canvas/proof/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pngFile } from '../packages/server/src/testing/uploading.ts'
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

const run = (act: 'backup' | 'restore', folder: string, env: Record<string, string>, ...more: string[]) =>
  new Promise<{ code: number; said: string }>((end) => {
    execFile(
      process.execPath,
      [command, act, folder, ...more],
      { env: { PATH, HOME, ...env } },
      (error, stdout, stderr) =>
        end({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, said: stdout + stderr }),
    )
  })

/** Creates a deal with a comment, an uploaded document (stored as a blob on disk) and an avatar. */
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
  const photo = new FormData()
  photo.append('file', new Blob([new Uint8Array(pngFile())]), 'photo.png')
  const avatar = await fetch(`${url}/api/auth/me/avatar`, { method: 'PUT', headers, body: photo })
  expect(avatar.status).toBe(200)
  return at
}

/**
 * Waits until nothing reads the documents of a deal anymore. What is read during a purge can still be stored after it,
 * and is deleted minutes later.
 */
const whenRead = (url: string, at: string) =>
  vi.waitUntil(
    async () => {
      const { token } = await signIn(url, owner)
      return (await call(url, 'GET', `${at}/reconciliation`, { token })).body.status === 'current'
    },
    { timeout: 120_000, interval: 1_000 },
  )

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
  const { body: me } = await call(url, 'GET', '/api/auth/me', { token })
  const avatar = await fetch(`${url}${me.avatar_url}`)
  expect(Buffer.from(await avatar.arrayBuffer()).equals(pngFile())).toBe(true)
}

/** Paths of all blobs in a folder, recursively. */
const blobsIn = async (folder: string): Promise<string[]> =>
  existsSync(folder)
    ? (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name))
        .map(({ parentPath, name }) => join(parentPath, name))
    : []

describe('backup of an embedded service', { timeout: 300_000 }, () => {
  it('refuses to back up a running embedded service, and restores a backup completely into another folder', async () => {
    const { env } = await services.place()
    const server = await services.start({ env })
    const at = await leaveSomething(server.url)
    const folder = join(kept, 'backup')

    const early = await run('backup', folder, env)
    expect(early).toMatchObject({ code: 1, said: expect.stringContaining('is in use by another process') })
    await server.stop()
    await rm(folder, { recursive: true, force: true })
    expect(await run('backup', folder, env)).toMatchObject({ code: 0 })

    const there = await services.emptyPlace()
    expect(await run('restore', folder, there.env)).toMatchObject({ code: 0 })
    const restored = await services.start({ env: there.env })
    await expectAllThere(restored.url, at)
    await restored.stop()

    const again = await run('restore', folder, there.env)
    expect(again).toMatchObject({ code: 1, said: expect.stringContaining('is not empty') })
  })

  it('refuses to restore a backup with a missing file and changes nothing', async () => {
    const { env } = await services.place()
    const server = await services.start({ env })
    await leaveSomething(server.url)
    await server.stop()
    const folder = join(kept, 'backup')
    expect(await run('backup', folder, env)).toMatchObject({ code: 0 })
    const [blob = ''] = await blobsIn(join(folder, 'data', 'blobs'))
    await rm(blob)
    const there = await services.emptyPlace()
    const { code, said } = await run('restore', folder, there.env)
    expect([code, said]).toEqual([1, expect.stringContaining('The backup is incomplete')])
    expect(await readdir(there.env['DATA_DIR'] ?? '')).toEqual([])
  })

  it('refuses to restore an incomplete or damaged backup', async () => {
    const { env } = await services.emptyPlace()
    await writeFile(join(kept, 'half'), '')
    const { code, said } = await run('restore', kept, env)
    expect([code, said]).toEqual([1, expect.stringContaining('is not a complete backup')])

    const name = 'ab'.repeat(32)
    await writeFile(join(kept, 'backup.json'), JSON.stringify({ kind: 'embedded' }))
    await mkdir(join(kept, 'data', 'blobs', 'ab', 'ab'), { recursive: true })
    await writeFile(join(kept, 'data', 'blobs', 'ab', 'ab', name), 'something else')
    const damaged = await run('restore', kept, env)
    expect(damaged).toMatchObject({ code: 1, said: expect.stringContaining('The backup is damaged') })
    expect(await readdir(env['DATA_DIR'] ?? '')).toEqual([])
  })
})

describeOnPostgres('backup of a service on PostgreSQL', () => {
  it('backs up a running PostgreSQL service and restores everything into an empty database', {
    timeout: 300_000,
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

      // Secrets are not part of a backup: the audit trail verifies only with the key that signed it.
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

  it('reports blobs lost before the backup, and restores without them only with --accept-missing', {
    timeout: 300_000,
  }, async () => {
    const database = await makeEmptyDatabase()
    const other = await makeEmptyDatabase()
    try {
      const { env } = await services.place({ databaseUrl: database.url })
      const server = await services.start({ env })
      await leaveSomething(server.url)
      const stored = join(env['DATA_DIR'] ?? '', 'blobs')
      for (const blob of await blobsIn(stored)) await rm(blob)
      const folder = join(kept, 'backup')
      const made = await run('backup', folder, env)
      expect(made).toMatchObject({ code: 0, said: expect.stringContaining('They were lost before this backup') })
      await server.stop()

      const there = await services.place({ databaseUrl: other.url })
      const restoring = { ...env, DATABASE_URL: other.url, DATA_DIR: there.env['DATA_DIR'] ?? '' }
      const refused = await run('restore', folder, restoring)
      expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('add --accept-missing') })
      expect(await other.rows("SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).toEqual([])
      expect(await run('restore', folder, restoring, '--accept-missing')).toMatchObject({ code: 0 })
    } finally {
      await Promise.all([database.drop(), other.drop()])
    }
  })

  it('keeps purged blobs until a running backup finishes, and releases them when the backup is killed', {
    timeout: 300_000,
  }, async () => {
    const database = await makeEmptyDatabase()
    try {
      const { env } = await services.place({ databaseUrl: database.url })
      const server = await services.start({ env })
      const stored = join(env['DATA_DIR'] ?? '', 'blobs')
      // A pg_dump wrapper that signals its start and waits for the file `go`.
      const slow = join(kept, 'bin')
      await mkdir(slow)
      const script = `#!/bin/sh\ntouch '${kept}/started'\nwhile [ ! -e '${kept}/go' ]; do sleep 0.1; done\nPATH='${PATH}' exec pg_dump "$@"\n`
      await writeFile(join(slow, 'pg_dump'), script, { mode: 0o755 })
      const started = async (folder: string) => {
        await rm(join(kept, 'started'), { force: true })
        const child = spawn(process.execPath, [command, 'backup', folder], {
          env: { PATH: `${slow}:${PATH}`, HOME, ...env },
        })
        await vi.waitUntil(() => existsSync(join(kept, 'started')), { timeout: 60_000 })
        return child
      }
      const purge = async (at: string) => {
        const { token } = await signIn(server.url, 'superadmin@example.com')
        const path = `/api/deals/${at.split('/').at(-1)}?purge=true`
        expect((await call(server.url, 'DELETE', path, { token })).status).toBe(204)
      }

      const first = await leaveSomething(server.url)
      await whenRead(server.url, first)
      const killed = await started(join(kept, 'killed'))
      await purge(first)
      expect(await blobsIn(stored)).not.toEqual([])
      const ended = once(killed, 'exit')
      killed.kill('SIGKILL')
      await ended
      await vi.waitUntil(async () => (await blobsIn(stored)).length === 0, { timeout: 60_000, interval: 100 })

      const second = await leaveSomething(server.url)
      await whenRead(server.url, second)
      const folder = join(kept, 'backup')
      const backup = await started(folder)
      const finished = once(backup, 'exit')
      await purge(second)
      await writeFile(join(kept, 'go'), '')
      expect(await finished).toEqual([0, null])
      expect(await blobsIn(join(folder, 'blobs'))).not.toEqual([])
      await vi.waitUntil(async () => (await blobsIn(stored)).length === 0, { timeout: 60_000, interval: 100 })
    } finally {
      await database.drop()
    }
  })
})
