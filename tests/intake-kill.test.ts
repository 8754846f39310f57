import { readFile } from 'node:fs/promises'
import { call, signIn } from '@deal-canvas/proof/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { describeOnPostgres, type EmptyDatabase, makeEmptyDatabase } from './support/postgres.ts'
import { keepServices } from './support/services.ts'

const stages = ['digitize', 'model', 'metrics', 'quality', 'evidence', 'memo']
const patient = { timeout: 60_000, interval: 2 }
const file = (name: string) => readFile(new URL(`../packages/server/demo/${name}`, import.meta.url))

describeOnPostgres('killed build', () => {
  const services = keepServices(afterAll)
  let database: EmptyDatabase
  beforeAll(async () => {
    database = await makeEmptyDatabase()
  })
  afterAll(() => database?.drop())

  const begin = async (url: string, token: string): Promise<{ id: string; dealId: string }> => {
    const { body } = await call(url, 'POST', '/api/intake', { token, body: {} })
    const { conversation_id: id, deal_id: dealId } = body as { conversation_id: string; deal_id: string }
    const form = new FormData()
    for (const name of ['riverside.xlsx', 'riverside-offering-memo.pdf'])
      form.append('files', new Blob([await file(name)]), name)
    const headers = { authorization: `Bearer ${token}` }
    const added = await fetch(`${url}/api/intake/${id}/files`, { method: 'POST', body: form, headers })
    expect(added.status).toBe(201)
    await call(url, 'POST', `/api/intake/${id}/deal-name`, { token, body: { deal_name: 'Riverside' } })
    return { id, dealId }
  }

  it('resumes a build killed in any of its stages after a restart, without duplicates', async () => {
    const place = await services.place({ databaseUrl: database.url })
    let server = await services.start(place)
    let { token } = await signIn(server.url, 'owner@example.com')
    const { id, dealId } = await begin(server.url, token)
    expect((await call(server.url, 'POST', `/api/intake/${id}/complete`, { token })).status).toBe(202)
    for (const stage of stages) {
      const hasReached = async () => {
        const [build] = await database.rows('SELECT stage FROM deal_builds WHERE deal_id = $1', [dealId])
        return stages.indexOf(String(build?.['stage'])) >= stages.indexOf(stage)
      }
      await vi.waitUntil(hasReached, patient)
      await server.kill()
      // Skips the wait before another process takes over the build, and resets the takeover count:
      // a build is abandoned after five takeovers.
      await database.rows(
        "UPDATE deal_builds SET updated_at = updated_at - interval '1 minute', taken_over = 0 WHERE NOT is_done",
      )
      server = await services.start(place)
    }
    token = (await signIn(server.url, 'owner@example.com')).token
    const isReady = async () => {
      const { body } = await call(server.url, 'GET', `/api/intake/${id}`, { token })
      return (body as { status: string }).status === 'ready'
    }
    await vi.waitUntil(isReady, { timeout: 60_000, interval: 100 })
    const events = (await database.rows('SELECT type FROM journal WHERE deal_id = $1', [dealId])).map(
      ({ type }) => type,
    )
    const count = (type: string) => events.filter((event) => event === type).length
    expect([count('readiness.taken'), count('metrics.written'), count('canvas.built')]).toEqual([2, 1, 1])
    const [sections] = await database.rows('SELECT count(*) AS number FROM sections WHERE deal_id = $1', [dealId])
    expect(count('section.created')).toBe(Number(sections?.['number']))
    const [price] = await database.rows(
      "SELECT count(*) AS rows, max(value) AS value FROM deal_metrics WHERE deal_id = $1 AND metric_key = 'purchase_price'",
      [dealId],
    )
    expect([Number(price?.['rows']), Number(price?.['value'])]).toEqual([1, 48_500_000])
  }, 240_000)
})
