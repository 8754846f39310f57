import { randomBytes } from 'node:crypto'
import { chown, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { call, demoEmails, signIn } from '@deal-canvas/proof/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeSmallDisk, onSmallDisk, type SmallDisk } from '../packages/server/src/testing/small-disk.ts'
import { describeOnPostgres, makeEmptyDatabase } from './support/postgres.ts'
import { keepServices } from './support/services.ts'

const services = keepServices()
const [owner = ''] = demoEmails

onSmallDisk('service on a full disk', () => {
  let disk: SmallDisk
  beforeEach(() => {
    disk = makeSmallDisk(400) ?? expect.fail('The disk was not mounted')
  })
  afterEach(() => disk.remove())

  it('reports not ready with the reason on a full disk, rejects uploads without leftovers, and recovers once there is space', {
    timeout: 300_000,
  }, async () => {
    const env = { DATA_DIR: join(disk.folder, 'data'), DEMO: 'people' }
    const server = await services.start({ env })
    const { token } = await signIn(server.url, owner)
    const { body: deal } = await call(server.url, 'POST', '/api/deals', { token, body: { name: 'Kept' } })
    const at = `/api/canvas/${deal.deal_id}`
    const upload = async () => {
      const form = new FormData()
      form.append('files', new Blob([randomBytes(300_000).toString('hex')]), 'large.txt')
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`${server.url}${at}/documents`, { method: 'POST', headers, body: form })
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() }
    }
    const ready = () => call(server.url, 'GET', '/readyz')
    expect((await ready()).status).toBe(200)

    await disk.fill()
    const unready = await ready()
    expect([unready.status, unready.body]).toEqual([
      503,
      expect.objectContaining({
        code: 'storage_full',
        detail: expect.stringContaining('The disk of the data folder is full'),
      }),
    ])
    expect(await upload()).toMatchObject({ status: 503, retryAfter: '30', body: { code: 'storage_full' } })
    expect(await readdir(join(env.DATA_DIR, 'blobs', 'temp'))).toEqual([])
    // The database may or may not have space left in its own files; either way the response must not be a 500.
    const comment = await call(server.url, 'POST', `${at}/comments`, { token, body: { content: 'On a full disk' } })
    expect([201, 503]).toContain(comment.status)

    await disk.clear()
    await vi.waitUntil(async () => (await ready()).status === 200, { timeout: 60_000, interval: 100 })
    expect((await upload()).status).toBe(201)
    const after = await call(server.url, 'POST', `${at}/comments`, { token, body: { content: 'With space again' } })
    expect(after.status).toBe(201)
    await server.stop()

    await disk.fill()
    const failed = await services.launch({ env })
    expect((await failed.ended).code).toBe(1)
    expect(failed.said.stderr.trim()).toMatch(
      /^The disk of the data folder is full: .*\. Free some space, or set DATA_DIR to a folder on another disk\.$/,
    )
    await disk.clear()
    const again = await services.start({ env })
    const { token: other } = await signIn(again.url, owner)
    expect((await call(again.url, 'GET', `${at}/comments`, { token: other })).status).toBe(200)
    await again.stop()
  })
})

onSmallDisk('PostgreSQL on a full disk', () => {
  describeOnPostgres('behind the service', () => {
    it('responds 503 with Retry-After to writes while PostgreSQL is out of disk space, still serves reads, and then recovers', {
      timeout: 300_000,
    }, async () => {
      const disk = makeSmallDisk(100) ?? expect.fail('The disk was not mounted')
      const database = await makeEmptyDatabase()
      const tablespace = new URL(database.url).pathname.slice(1).replace('test', 'space')
      const folder = join(disk.folder, 'tables')
      try {
        const admin = await database.connect()
        const [server] = (await admin.query('SHOW data_directory')).rows
        const { uid, gid } = await stat(server.data_directory)
        await mkdir(folder)
        await chown(folder, uid, gid)
        await admin.query(`CREATE TABLESPACE ${tablespace} LOCATION '${folder}'`)
        await admin.query(
          `ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET default_tablespace = ${tablespace}`,
        )
        await admin.end()

        const { env } = await services.place({ databaseUrl: database.url })
        const service = await services.start({ env })
        const { token } = await signIn(service.url, owner)
        const { body: deal } = await call(service.url, 'POST', '/api/deals', { token, body: { name: 'Kept' } })
        const path = `/api/canvas/${deal.deal_id}/comments`
        const comment = () =>
          call(service.url, 'POST', path, { token, body: { content: randomBytes(1_000).toString('hex') } })
        expect((await comment()).status).toBe(201)
        await disk.fill()
        const answers: Awaited<ReturnType<typeof comment>>[] = []
        while (answers.length < 250 && answers.at(-1)?.status !== 503) answers.push(await comment())
        const refused = answers.at(-1)
        expect(refused).toMatchObject({ status: 503, body: { code: 'storage_full' } })
        expect(refused?.headers.get('retry-after')).toBe('30')
        expect(new Set(answers.map(({ status }) => status))).toEqual(
          new Set([...(answers.length > 1 ? [201] : []), 503]),
        )
        expect((await call(service.url, 'GET', path, { token })).status).toBe(200)
        await disk.clear()
        expect((await comment()).status).toBe(201)
        await service.stop()
      } finally {
        await database.drop()
        const other = await makeEmptyDatabase()
        await other.rows(`DROP TABLESPACE IF EXISTS ${tablespace}`)
        await other.drop()
        disk.remove()
      }
    })
  })
})
