import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Service } from '../../compose.ts'
import { plantDeal } from '../../testing/planting.ts'
import { onTwoServices, type TwoServices } from '../../testing/two-services.ts'

type Someone = Awaited<ReturnType<TwoServices['signIn']>>

onTwoServices('votes on two nodes', ['by PostgreSQL'], (app) => {
  let owner: Someone
  let voter: Someone
  let deal: string
  beforeAll(async () => {
    owner = await app.signIn('owner')
    voter = await app.signIn('viewer')
  })
  const send = async (
    service: Service,
    who: Someone,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
  ) => {
    const reply = await service.app.inject({
      method,
      url: `/api/canvas/${deal}/${path}`,
      headers: { authorization: `Bearer ${who.token}` },
      ...(payload === undefined ? {} : { payload }),
    })
    return { status: reply.statusCode, body: reply.body === '' ? undefined : reply.json() }
  }
  beforeEach(async () => {
    const members = { [owner.userId]: 'owner', [voter.userId]: 'viewer' } as const
    deal = await plantDeal({ sql: app.sql, service: app.here }, { members })
    const text = { title: 'Thesis', content: 'The first text.' }
    expect((await send(app.here, owner, 'PUT', 'sections/thesis', text)).status).toBe(200)
    expect((await send(app.here, owner, 'PUT', `committee/${voter.userId}`)).status).toBe(200)
  })
  const state = async () => (await send(app.here, voter, 'GET', 'committee')).body.now
  const finalize = (service: Service) =>
    send(service, owner, 'POST', 'finalize', { decision: 'approved', rationale: 'The price is right.' })
  const stored = () =>
    app.sql<{ choice: string; latest: boolean }>(
      'SELECT choice, is_latest AS latest FROM deal_votes WHERE deal_id = $1 ORDER BY cast_at, id',
      [deal],
    )
  const isValid = async () => (await send(app.there, owner, 'GET', 'audit-trail/verify')).body.valid

  it('keeps one newest vote of two competing votes of a person [COMMITTEE-10]', async () => {
    const now = await state()
    const answers = await Promise.all([
      send(app.here, voter, 'POST', 'votes', { choice: 'approve', voted_on: now }),
      send(app.there, voter, 'POST', 'votes', { choice: 'decline', voted_on: now }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const votes = await stored()
    expect(votes.filter(({ latest }) => latest)).toHaveLength(1)
    expect(votes).toHaveLength(2)
    const { members } = (await send(app.there, owner, 'GET', 'committee')).body
    expect(members[0].vote.choice).toBe(votes.find(({ latest }) => latest)?.choice)
    expect(await isValid()).toBe(true)
  })

  it('takes a vote that competes with finalizing either before the decision, which covers it, or not at all [COMMITTEE-10]', async () => {
    const now = await state()
    const [decided, vote] = await Promise.all([
      finalize(app.here),
      send(app.there, voter, 'POST', 'votes', { choice: 'decline', voted_on: now }),
    ])
    expect(decided.status).toBe(200)
    expect([201, 409]).toContain(vote.status)
    expect(await stored()).toHaveLength(vote.status === 201 ? 1 : 0)
    const { timeline } = (await send(app.here, owner, 'GET', 'audit-trail?limit=5000')).body
    const finalized = timeline.at(-1)
    expect(finalized.type).toBe('deal.finalized')
    expect(finalized.data.digests.votes === null).toBe(vote.status === 409)
    expect(await isValid()).toBe(true)
  })

  it('never counts a vote that competes with a change of the memo for the changed memo [COMMITTEE-10]', async () => {
    const now = await state()
    const [written, vote] = await Promise.all([
      send(app.here, owner, 'PUT', 'sections/thesis', { content: 'The second text.' }),
      send(app.there, voter, 'POST', 'votes', { choice: 'approve', voted_on: now }),
    ])
    expect(written.status).toBe(200)
    expect([201, 409]).toContain(vote.status)
    const { tally } = (await send(app.there, owner, 'GET', 'committee')).body
    expect(tally).toMatchObject({ cast: 0, missing: 1 })
  })

  it('takes no vote after the removal from the deal or the committee on the other node [COMMITTEE-10]', async () => {
    const vote = { choice: 'approve', voted_on: await state() }
    const removals = [`committee/${voter.userId}`, `members/${voter.userId}`]
    for (const path of removals) {
      const [removed, cast] = await Promise.all([
        send(app.here, owner, 'DELETE', path),
        send(app.there, voter, 'POST', 'votes', vote),
      ])
      expect(removed.status).toBe(204)
      expect([201, 403, 404]).toContain(cast.status)
      const late = await send(app.there, voter, 'POST', 'votes', vote)
      expect([path, [403, 404].includes(late.status)]).toEqual([path, true])
      const { tally } = (await send(app.there, owner, 'GET', 'committee')).body
      expect(tally).toMatchObject({ cast: 0, missing: 0 })
    }
  })
})
