import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Service } from '../../compose.ts'
import { plantDeal } from '../../testing/planting.ts'
import { onTwoServices, type TwoServices } from '../../testing/two-services.ts'

type Someone = Awaited<ReturnType<TwoServices['signIn']>>

onTwoServices('sign-offs on two nodes', ['by PostgreSQL'], (app) => {
  let owner: Someone
  let signer: Someone
  let deal: string
  let signOff: string
  beforeAll(async () => {
    owner = await app.signIn('owner')
    signer = await app.signIn('viewer')
  })
  const send = async (
    service: Service,
    who: Someone,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
    headers: Record<string, string> = {},
  ) => {
    const reply = await service.app.inject({
      method,
      url: `/api/canvas/${deal}/${path}`,
      headers: { authorization: `Bearer ${who.token}`, ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
    return { status: reply.statusCode, body: reply.body === '' ? undefined : reply.json() }
  }
  beforeEach(async () => {
    const members = { [owner.userId]: 'owner', [signer.userId]: 'viewer' } as const
    deal = await plantDeal({ sql: app.sql, service: app.here }, { members })
    const text = { title: 'Thesis', content: 'The first text.' }
    expect((await send(app.here, owner, 'PUT', 'sections/thesis', text)).status).toBe(200)
    const asked = await send(app.here, owner, 'POST', 'sign-offs', { subject: 'legal', assignee_id: signer.userId })
    expect(asked.status).toBe(201)
    signOff = asked.body.id
  })
  const list = async () => (await send(app.there, owner, 'GET', 'sign-offs')).body
  const sign = async (now: object) => send(app.there, signer, 'POST', `sign-offs/${signOff}/sign`, { signed_on: now })
  const isValid = async () => (await send(app.there, owner, 'GET', 'audit-trail/verify')).body.valid

  it('takes a signature that competes with finalizing either before the decision, which covers it, or not at all [SIGNOFF-10]', async () => {
    const { now } = await list()
    const [decided, signed] = await Promise.all([
      send(app.here, owner, 'POST', 'finalize', { decision: 'approved', rationale: 'The price is right.' }),
      sign(now),
    ])
    expect(decided.status).toBe(200)
    expect([201, 409]).toContain(signed.status)
    expect((await list()).signed).toBe(signed.status === 201 ? 1 : 0)
    const { timeline } = (await send(app.here, owner, 'GET', 'audit-trail?limit=5000')).body
    expect(timeline.at(-1).type).toBe('deal.finalized')
    expect(await isValid()).toBe(true)
  })

  it('never counts a signature that competes with a change of the memo for the changed memo [SIGNOFF-10]', async () => {
    const { now } = await list()
    const [written, signed] = await Promise.all([
      send(app.here, owner, 'PUT', 'sections/thesis', { content: 'The second text.' }),
      sign(now),
    ])
    expect(written.status).toBe(200)
    expect([201, 409]).toContain(signed.status)
    expect(await list()).toMatchObject({ signed: 0, missing: 1 })
  })

  it('never leaves a signature for something else than was signed, where the label changes on the other node [SIGNOFF-10]', async () => {
    const { now } = await list()
    const seen = { 'if-match': '"1"' }
    const [changed, signed] = await Promise.all([
      send(app.here, owner, 'PATCH', `sign-offs/${signOff}`, { label: 'Lease' }, seen),
      send(app.there, signer, 'POST', `sign-offs/${signOff}/sign`, { signed_on: now }, seen),
    ])
    // The second one has seen a former version.
    expect([
      [200, 409],
      [409, 201],
    ]).toContainEqual([changed.status, signed.status])
    const [one] = (await list()).sign_offs
    expect([one.label, one.is_signed]).toEqual(changed.status === 200 ? ['Lease', false] : [null, true])
    expect(await isValid()).toBe(true)
  })

  it('takes no signature after the removal from the deal on the other node [SIGNOFF-10]', async () => {
    const { now } = await list()
    const [removed, signed] = await Promise.all([
      send(app.here, owner, 'DELETE', `members/${signer.userId}`),
      sign(now),
    ])
    expect(removed.status).toBe(204)
    expect([201, 404]).toContain(signed.status)
    expect((await sign(now)).status).toBe(404)
    expect(await list()).toMatchObject({ signed: 0, missing: 1 })
  })
})
