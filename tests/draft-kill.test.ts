import { call, signIn } from '@deal-canvas/proof/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startModelProvider } from '../packages/server/src/testing/model-provider.ts'
import { describeOnPostgres, type EmptyDatabase, makeEmptyDatabase } from './support/postgres.ts'
import { keepServices } from './support/services.ts'

const patient = { timeout: 60_000, interval: 10 }

describeOnPostgres('killed draft of the model provider', () => {
  const services = keepServices(afterAll)
  let database: EmptyDatabase
  beforeAll(async () => {
    database = await makeEmptyDatabase()
  })
  afterAll(() => database?.drop())

  it('continues after its last finished step when it is killed at each agent, and pays for no finished step twice [DRAFT-8]', async () => {
    const provider = await startModelProvider()
    const claims = [{ text: 'The net operating income is [[noi]].', sources: [] }]
    provider.say(() => JSON.stringify({ claims }))
    const { env, ...others } = await services.place({ databaseUrl: database.url })
    const place = { ...others, env: { ...env, EMBEDDINGS: 'words', LLM_URL: provider.url, LLM_MODEL: 'small-model' } }
    let server = await services.start(place)
    let { token } = await signIn(server.url, 'owner@example.com')
    const [org] = await database.rows(
      "SELECT m.org_id FROM org_members m JOIN user_emails e ON e.user_id = m.user_id WHERE e.email = 'owner@example.com' AND m.role = 'owner'",
    )
    const orgId = String(org?.['org_id'])
    const send = (method: string, path: string, body?: object) =>
      call(server.url, method, path, { token, ...(body && { body }) })
    expect((await send('PATCH', `/api/orgs/${orgId}`, { model_provider: true })).status).toBe(200)
    const { body } = await send('POST', '/api/deals', { name: 'Riverside', org_id: orgId })
    const at = `/api/canvas/${(body as { deal_id: string }).deal_id}`
    expect((await send('PUT', `${at}/metrics/noi`, { value: 2_400_000 })).status).toBe(200)
    expect((await send('PUT', `${at}/sections/property_overview`, { content: 'By the river.' })).status).toBe(200)
    const respond: (() => void)[] = []
    const agents = ['analyst', 'critic', 'editor']
    const holdAt = (agent: string) => respond.push(provider.hold(({ task }) => task.agent === agent))
    holdAt('analyst')
    const asked = await send('POST', `${at}/sections/property_overview/provider-drafts`)
    expect(asked.status).toBe(202)
    const { id } = asked.body as { id: string }
    for (const [place_, agent] of agents.entries()) {
      // The calls of the agents before it are finished, and its own has begun.
      await vi.waitUntil(() => provider.asked.at(-1)?.task.agent === agent, patient)
      await server.kill()
      respond[place_]?.()
      const next = agents[place_ + 1]
      if (next !== undefined) holdAt(next)
      // Skips the wait before another process takes over the draft.
      await database.rows("UPDATE provider_drafts SET due_at = now() - interval '1 second' WHERE due_at IS NOT NULL")
      server = await services.start(place)
    }
    token = (await signIn(server.url, 'owner@example.com')).token
    const seen = async () =>
      (await send('GET', `${at}/provider-drafts/${id}`)).body as { status: string; comment_id: string; tokens: number }
    await vi.waitUntil(async () => (await seen()).status === 'ready', patient)
    // Only the call that was under way at a kill is made again.
    expect(provider.asked.map(({ task }) => task.agent)).toEqual(agents.flatMap((agent) => [agent, agent]))
    expect((await seen()).tokens).toBe(3 * 740)
    const events = await database.rows(
      "SELECT type, data::json ->> 'agent' AS agent FROM journal WHERE type LIKE 'draft.%' OR type = 'comment.created' ORDER BY seq",
    )
    const of = (type: string) => events.filter((event) => event['type'] === type)
    expect(of('draft.answered').map((event) => event['agent'])).toEqual(agents)
    expect([of('draft.ended').length, of('comment.created').length]).toEqual([1, 1])
    const { body: comment } = await send('GET', `${at}/comments/${(await seen()).comment_id}`)
    expect(comment).toMatchObject({ author_name: 'Draft', status: 'open' })
    const { body: proof } = await send('GET', `${at}/audit-trail/verify`)
    expect(proof).toMatchObject({ valid: true })
  }, 240_000)
})
