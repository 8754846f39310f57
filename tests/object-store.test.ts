import { execFile } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { call, demoEmails, type Server, signIn } from '@deal-canvas/proof/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startObjectStore } from '../packages/server/src/platform/blobs/fixtures/object-store.mjs'
import { describeOnPostgres, type EmptyDatabase, makeEmptyDatabase } from './support/postgres.ts'
import { keepServices } from './support/services.ts'

const [owner = ''] = demoEmails
const { PATH = '', HOME = '' } = process.env
const commandOf = (name: string) => fileURLToPath(new URL(`../scripts/backup/${name}.mjs`, import.meta.url))

const run = (command: string, args: string[], env: Record<string, string>) =>
  new Promise<{ code: number; said: string }>((end) => {
    execFile(
      process.execPath,
      [commandOf(command), ...args],
      { env: { PATH, HOME, ...env } },
      (error, stdout, stderr) =>
        end({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, said: stdout + stderr }),
    )
  })

const blobsIn = async (folder: string): Promise<string[]> =>
  (await readdir(join(folder, 'blobs'), { recursive: true })).filter((name) => /[0-9a-f]{64}$/.test(name))

const upload = async ({ url }: Server, token: string, dealId: string, content: string) => {
  const form = new FormData()
  form.append('files', new Blob([content]), `file-${content.length}.csv`)
  const headers = { authorization: `Bearer ${token}` }
  return fetch(`${url}/api/canvas/${dealId}/documents`, { method: 'POST', headers, body: form })
}

const contents = async ({ url }: Server, token: string, dealId: string) => {
  const { body } = await call(url, 'GET', `/api/canvas/${dealId}/documents`, { token })
  const headers = { authorization: `Bearer ${token}` }
  return Promise.all(
    body.documents.map(async ({ id }: { id: string }) => {
      const answer = await fetch(`${url}/api/canvas/${dealId}/documents/${id}/content`, { headers })
      return answer.status === 200 ? answer.text() : answer.status
    }),
  )
}

describeOnPostgres('two nodes with data folders of their own and one object store', () => {
  const services = keepServices(afterAll)
  let database: EmptyDatabase
  let store: Awaited<ReturnType<typeof startObjectStore>>
  let [first, second]: Server[] = []
  let env: Record<string, string>
  const nodes = (): [Server, Server] => {
    if (first === undefined || second === undefined) throw new Error('The nodes are not up')
    return [first, second]
  }

  beforeAll(async () => {
    database = await makeEmptyDatabase()
    const [place, other, stored] = await Promise.all([
      services.place({ databaseUrl: database.url }),
      services.place({ databaseUrl: database.url }),
      services.emptyPlace(),
    ])
    store = await startObjectStore({ folder: stored.env['DATA_DIR'] ?? '' })
    env = { ...place.env, ...store.env }
    first = await services.start({ env })
    second = await services.start({ env: { ...env, DATA_DIR: other.env['DATA_DIR'] ?? '' } })
  }, 240_000)
  afterAll(async () => {
    await store?.stop()
    await database?.drop()
  })

  it('reads through one node what was uploaded through the other, and keeps no copy in a data folder', {
    timeout: 120_000,
  }, async () => {
    const [a, b] = nodes()
    const { token } = await signIn(a.url, owner)
    const { body: deal } = await call(a.url, 'POST', '/api/deals', { token, body: { name: 'Shared' } })
    expect((await upload(a, token, deal.deal_id, 'a,b\n1,2\n')).status).toBe(201)
    expect(await contents(b, token, deal.deal_id)).toEqual(['a,b\n1,2\n'])
    expect(await blobsIn(env['DATA_DIR'] ?? '')).toEqual([])
    const { body: ready } = await call(b.url, 'GET', '/readyz')
    expect(ready).toMatchObject({ ready: true, stores: { database: 'ok', object_store: 'ok' } })
  })

  it('answers 503 while the object store is away, loses nothing that it acknowledged, and goes on when it is back', {
    timeout: 240_000,
  }, async () => {
    const [a, b] = nodes()
    const { token } = await signIn(a.url, owner)
    const { body: deal } = await call(a.url, 'POST', '/api/deals', { token, body: { name: 'Outage' } })
    const acknowledged: string[] = []
    const tryUpload = async (content: string) => {
      const answer = await upload(a, token, deal.deal_id, content)
      if (answer.status === 201) acknowledged.push(content)
      return { status: answer.status, code: answer.status === 201 ? undefined : (await answer.json()).code }
    }
    expect(await tryUpload('a\n1\n')).toMatchObject({ status: 201 })

    await store.stop()
    expect(await tryUpload('a\n22\n')).toEqual({ status: 503, code: 'store_unavailable' })
    expect(await contents(b, token, deal.deal_id)).toEqual([503])
    const away = await call(a.url, 'GET', '/readyz')
    expect([away.status, away.body.stores]).toEqual([200, { database: 'ok', object_store: 'unreachable' }])
    const comment = await call(a.url, 'POST', `/api/canvas/${deal.deal_id}/comments`, {
      token,
      body: { content: 'Comments need no object store' },
    })
    expect(comment.status).toBe(201)

    await store.start()
    expect(await tryUpload('a\n333\n')).toMatchObject({ status: 201 })
    expect((await contents(b, token, deal.deal_id)).sort()).toEqual(acknowledged.sort())
    for (const node of nodes()) expect(node.said.stderr + node.said.stdout).not.toContain(store.place.secretAccessKey)
  })

  it('backs up the object store, and restores it into another', { timeout: 300_000 }, async () => {
    const [a] = nodes()
    const { token } = await signIn(a.url, owner)
    const { body: deal } = await call(a.url, 'POST', '/api/deals', { token, body: { name: 'Kept' } })
    expect((await upload(a, token, deal.deal_id, 'kept\n1\n')).status).toBe(201)
    const folder = join((await services.emptyPlace()).env['DATA_DIR'] ?? '', 'backup')
    expect(await run('command', ['backup', folder], env)).toMatchObject({ code: 0 })

    const [there, stored] = await Promise.all([services.emptyPlace(), services.emptyPlace()])
    const other = await startObjectStore({ folder: stored.env['DATA_DIR'] ?? '' })
    const restored = await makeEmptyDatabase()
    try {
      const restoredEnv = {
        ...env,
        ...other.env,
        DATABASE_URL: restored.url,
        DATA_DIR: there.env['DATA_DIR'] ?? '',
      }
      expect(await run('command', ['restore', folder], restoredEnv)).toMatchObject({ code: 0 })
      const node = await services.start({ env: restoredEnv })
      const { token: again } = await signIn(node.url, owner)
      expect(await contents(node, again, deal.deal_id)).toEqual(['kept\n1\n'])
      await node.stop()
    } finally {
      await other.stop()
      await restored.drop()
    }
  })

  it('moves a folder into the object store, copies nothing twice, and refuses a damaged file', {
    timeout: 120_000,
  }, async () => {
    const [there, stored] = await Promise.all([services.place(), services.emptyPlace()])
    const dataDir = there.env['DATA_DIR'] ?? ''
    const other = await startObjectStore({ folder: stored.env['DATA_DIR'] ?? '' })
    try {
      const moving = { ...other.env, DATA_DIR: dataDir }
      const server = await services.start({ env: there.env })
      const { token } = await signIn(server.url, owner)
      const { body: deal } = await call(server.url, 'POST', '/api/deals', { token, body: { name: 'Moved' } })
      expect((await upload(server, token, deal.deal_id, 'moved\n1\n')).status).toBe(201)
      await server.stop()
      const files = await blobsIn(dataDir)
      expect(files.length).toBeGreaterThan(0)
      const firstRun = await run('copy-blobs', ['to-store'], moving)
      expect(firstRun).toEqual({ code: 0, said: `Copied ${files.length} files; 0 were there already.\n` })
      const secondRun = await run('copy-blobs', ['to-store'], moving)
      expect(secondRun).toEqual({ code: 0, said: `Copied 0 files; ${files.length} were there already.\n` })

      const [existing = ''] = files
      await writeFile(join(dataDir, 'blobs', existing), 'has another hash and length')
      await other.stop()
      expect(await run('copy-blobs', ['to-store'], moving)).toMatchObject({
        code: 1,
        said: expect.stringContaining('The object store is not reachable'),
      })
      await other.start()
      const refused = await run('copy-blobs', ['to-store'], moving)
      expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('is damaged') })
    } finally {
      await other.stop()
    }
  })
})
