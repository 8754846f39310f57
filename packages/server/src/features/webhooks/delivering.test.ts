import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { committeeDeal } from '../../testing/committee.ts'
import { forgetLimits, plantDeal, plantOrg } from '../../testing/planting.ts'
import { onEachService, type Person } from '../../testing/service.ts'
import { failWith, type Received, type Receiver, startReceiver } from '../../testing/webhook-receiver.ts'

const minute = 60_000
const hour = 60 * minute

onEachService('deliveries to webhooks', (app) => {
  let signedIn: Record<'owner' | 'editor' | 'viewer' | 'superadmin', Person>
  const people = () => signedIn
  /** Again after time has passed: a token lives for an hour. */
  const signIn = async (): Promise<void> => {
    const [owner, editor, viewer, superadmin] = await Promise.all([
      app.signIn('owner'),
      app.signIn('editor'),
      app.signIn('viewer'),
      app.signIn('superadmin'),
    ])
    signedIn = { owner, editor, viewer, superadmin }
  }
  let receiver: Receiver
  let org: string
  let deal: string
  beforeAll(async () => {
    receiver = await startReceiver()
  })
  afterAll(() => receiver?.stop())
  beforeEach(async () => {
    await forgetLimits(app)
    await signIn()
    await app.sql('DELETE FROM webhook_targets')
    receiver.forget()
    // A person owns at most one organization.
    await app.sql('DELETE FROM org_members WHERE user_id = $1', [people().owner.userId])
    org = await plantOrg(app, { [people().owner.userId]: 'owner' })
    deal = await plantDeal(app, { orgId: org, members: { [people().owner.userId]: 'owner' } })
  })

  const deliver = () => app.service.deliverWebhooks()
  /** Lets time pass in steps in which nothing that is due is skipped. */
  const pass = async (milliseconds: number, step: number): Promise<void> => {
    for (let passed = 0; passed < milliseconds; passed += step) {
      app.advance(step)
      await deliver()
    }
    await signIn()
  }
  const add = async (more: object = {}, { orgId = org, person = people().owner } = {}) => {
    const url = `${receiver.url}/${orgId}`
    const { status, body } = await person.send('POST', `/api/orgs/${orgId}/webhooks`, { name: 'Tracker', url, ...more })
    expect([status, body.webhook?.enabled ?? body]).toEqual([201, (more as { enabled?: boolean }).enabled ?? true])
    return { id: body.webhook.id as string, secret: body.secret as string }
  }
  const list = async () => (await people().owner.get(`/api/orgs/${org}/webhooks`)).body.webhooks
  const log = async (id: string, query = 'limit=100') =>
    (await people().owner.get(`/api/orgs/${org}/webhooks/${id}/deliveries?${query}`)).body.deliveries
  /** Writes events to the audit trail of a deal, all in one change. */
  const tick = (dealId: string, count = 1, type = 'ext.tick') =>
    app.service.changes.changeAsService(dealId, async ({ recordExternal }) => {
      for (let n = 0; n < count; n++) recordExternal(type as 'ext.tick', { n, words: 'planted-word' }, 'activity')
    })
  const write = (dealId: string, content: string, person: Person = people().owner) =>
    person.send('PUT', `/api/canvas/${dealId}/sections/thesis`, { title: 'Thesis', content })
  /** By the library; it would not verify a message of the test's clock, which is ahead. */
  const isSignedWith = (secret: string, received: Received | undefined): boolean => {
    const {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures,
    } = received?.headers ?? {}
    const signature = new Webhook(secret).sign(String(id), new Date(Number(timestamp) * 1_000), received?.body ?? '')
    return String(signatures).split(' ').includes(signature)
  }
  const seqs = (items: readonly Received[], dealId = deal): number[] =>
    items.filter(({ message }) => message.data.deal_id === dealId).map(({ message }) => message.data.seq)
  const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

  it('post each event once it is committed, signed as Standard Webhooks asks for [HOOK-2, HOOK-4]', async () => {
    const { id, secret } = await add()
    expect((await write(deal, 'A text.')).status).toBe(200)
    await deliver()
    const [first] = receiver.accepted
    expect(new Webhook(secret).verify(first?.body ?? '', first?.headers as Record<string, string>)).toEqual({
      type: 'section.created',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        org_id: org,
        deal_id: deal,
        seq: 1,
        event_type: 'section.created',
        actor_id: people().owner.userId,
        section_key: 'thesis',
        version: 1,
      },
    })
    const trail = await people().owner.get(`/api/canvas/${deal}/audit-trail`)
    expect(trail.status).toBe(200)
    expect((await log(id))[0]).toMatchObject({
      message_id: first?.headers['webhook-id'],
      event_type: 'section.created',
      deal_id: deal,
      seq: 1,
      state: 'delivered',
      note: null,
      attempts: 1,
      status_code: 204,
      failure: null,
    })
    expect((await list())[0]).toMatchObject({ failing_since: null, last_delivered_at: expect.any(String) })
  })

  it('begin with the first event after the webhook was added, also for deals that are created later [HOOK-4]', async () => {
    await tick(deal, 3)
    app.advance(1_000)
    await add()
    app.advance(1_000)
    await tick(deal, 2)
    const later = await plantDeal(app, { orgId: org })
    await tick(later, 2)
    await deliver()
    expect([seqs(receiver.accepted), seqs(receiver.accepted, later)]).toEqual([
      [4, 5],
      [1, 2],
    ])
  })

  it('come in the order of the deal without a gap, while deals change in parallel and the receiver fails [HOOK-4, HOOK-5]', async () => {
    await add()
    const deals = [deal, await plantDeal(app, { orgId: org }), await plantDeal(app, { orgId: org })]
    const running = new Map<string, number>()
    let overlaps = 0
    let count = 0
    receiver.reactWith(({ message }, answer) => {
      const { deal_id: dealId } = message.data
      const others = running.get(dealId) ?? 0
      if (others > 0) overlaps += 1
      running.set(dealId, others + 1)
      count += 1
      const fails = count % 4 === 0
      setImmediate(() => {
        running.set(dealId, others)
        answer.writeHead(fails ? 500 : 200).end()
      })
    })
    await Promise.all(deals.flatMap((dealId) => [tick(dealId, 9), tick(dealId, 8), deliver()]))
    for (let n = 0; n < 60 && receiver.accepted.length < 51; n++) await pass(5 * minute, 5 * minute)
    for (const dealId of deals) expect(seqs(receiver.accepted, dealId)).toEqual(upTo(17))
    expect(overlaps).toBe(0)
  })

  it('send only events of the chosen types and deals, and of a deal that is chosen later only new ones [HOOK-6]', async () => {
    const other = await plantDeal(app, { orgId: org })
    const { id } = await add({ deal_ids: [deal], event_types: ['section.created', 'ext.*'] })
    await write(deal, 'One.')
    await write(deal, 'Two.')
    await tick(deal)
    await tick(other)
    await deliver()
    expect(receiver.accepted.map(({ message }) => [message.type, message.data.deal_id])).toEqual([
      ['section.created', deal],
      ['ext.tick', deal],
    ])
    const edit = { deal_ids: null, event_types: null }
    const path = `/api/orgs/${org}/webhooks/${id}`
    expect((await people().owner.send('PATCH', path, edit, { 'if-match': '"1"' })).status).toBe(200)
    await deliver()
    expect(receiver.accepted).toHaveLength(2)
    await tick(other)
    await deliver()
    expect(seqs(receiver.accepted, other)).toEqual([2])
  })

  it('are tried again until the receiver is back, then go on in order [HOOK-5]', async () => {
    const { id } = await add()
    receiver.reactWith(failWith(503))
    await tick(deal, 3)
    await deliver()
    expect(receiver.received).toHaveLength(1)
    expect((await log(id))[0]).toMatchObject({
      state: 'retrying',
      failure: 'status',
      status_code: 503,
      next_attempt_at: expect.any(String),
    })
    expect((await list())[0].failing_since).not.toBeNull()
    await pass(5 * minute, minute)
    const [first] = receiver.received
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([first?.headers['webhook-id']]),
    )
    receiver.reactWith((_, answer) => void answer.writeHead(200).end('x'.repeat(100_000)))
    await pass(hour, 20 * minute)
    expect(seqs(receiver.accepted)).toEqual([1, 2, 3])
    expect((await list())[0].failing_since).toBeNull()
  })

  it('wait as long as the receiver asks for, but not longer than an hour [HOOK-5]', async () => {
    await add()
    receiver.reactWith(failWith(429, { 'retry-after': '86400' }))
    await tick(deal)
    await deliver()
    await pass(58 * minute, 29 * minute)
    expect(receiver.received).toHaveLength(1)
    await pass(3 * minute, 3 * minute)
    expect(receiver.received).toHaveLength(2)
  })

  it('give an event up after 24 hours, show the gap, and replay it with the same id [HOOK-7]', async () => {
    const { id } = await add()
    receiver.reactWith(({ message }, answer) => void answer.writeHead(message.data.seq === 1 ? 500 : 200).end())
    await tick(deal, 2)
    await deliver()
    await pass(23 * hour, hour)
    expect(receiver.accepted).toEqual([])
    await pass(3 * hour, hour)
    expect(seqs(receiver.accepted)).toEqual([2])
    const [dead, ...others] = await log(id, 'state=dead_letter')
    expect([dead, others]).toMatchObject([{ seq: 1, note: 'webhook.gap', status_code: 500 }, []])
    expect((await list())[0].dead_letters).toBe(1)

    const path = `/api/orgs/${org}/webhooks/${id}/deliveries/${dead.id}/replay`
    const replayed = await people().owner.send('POST', path)
    expect([replayed.status, replayed.body.state]).toEqual([202, 'replaying'])
    await deliver()
    expect(await log(id, 'state=dead_letter')).toHaveLength(1)
    receiver.reactWith((_, answer) => void answer.writeHead(200).end())
    const all = await people().owner.send('POST', `/api/orgs/${org}/webhooks/${id}/replay`)
    expect([all.status, all.body]).toEqual([202, { replayed: 1 }])
    await deliver()
    expect(seqs(receiver.accepted)).toEqual([2, 1])
    expect(
      new Set(receiver.received.filter(({ message }) => message.data.seq === 1).map(({ body }) => body)).size,
    ).toBe(1)
    expect(
      (await log(id)).map((item: { seq: number; state: string; note: null }) => [item.seq, item.state, item.note]),
    ).toEqual([
      [2, 'delivered', null],
      [1, 'delivered', null],
    ])
    expect((await people().owner.send('POST', path)).body.code).toBe('webhook_not_dead_letter')
  })

  it('end when the receiver answers 410, and its owners are told by notification and mail [HOOK-8]', async () => {
    await add({ name: 'Gone tracker' })
    receiver.reactWith(failWith(410))
    await tick(deal, 2)
    await deliver()
    await pass(2 * hour, hour)
    expect(receiver.received).toHaveLength(1)
    expect((await list())[0]).toMatchObject({ enabled: false, disabled_reason: 'gone' })
    const { notifications } = (await people().owner.get('/api/canvas/notifications')).body
    expect(notifications[0]).toMatchObject({ type: 'webhook_paused', org_id: org })
    await expect.poll(async () => (await app.mails()).some((mail) => mail.includes('Gone tracker'))).toBe(true)
  })

  it('pause after 72 hours of failures, and go on from there once the webhook is enabled [HOOK-8]', async () => {
    const { id } = await add()
    receiver.reactWith(failWith(500))
    await tick(deal, 8)
    await deliver()
    await pass(80 * hour, 2 * hour)
    const [paused] = await list()
    expect(paused).toMatchObject({ enabled: false, disabled_reason: 'failing' })
    const before = receiver.received.length
    await pass(4 * hour, 4 * hour)
    expect(receiver.received).toHaveLength(before)
    const given = (await log(id, 'state=dead_letter')).map(({ seq }: { seq: number }) => seq)
    receiver.forget()
    const path = `/api/orgs/${org}/webhooks/${id}`
    const enabled = await people().owner.send('PATCH', path, { enabled: true }, { 'if-match': `"${paused.version}"` })
    expect(enabled.body).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null })
    await deliver()
    expect([...given].reverse().concat(seqs(receiver.accepted))).toEqual(upTo(8))
  })

  it('follow no redirect, to whatever address [HOOK-3]', async () => {
    const { id } = await add()
    receiver.reactWith(failWith(307, { location: 'http://169.254.169.254/latest/meta-data' }))
    await tick(deal)
    await deliver()
    expect((await log(id))[0]).toMatchObject({ state: 'retrying', failure: 'redirect', status_code: 307 })
    expect(receiver.received.map(({ path }) => path)).toEqual([`/${org}`])
  })

  it('fail when the answer is garbage or the connection is cut [HOOK-5]', async () => {
    const { id } = await add()
    receiver.reactWith((_, answer) => void answer.socket?.end('garbage\r\n\r\n'))
    await tick(deal)
    await deliver()
    expect((await log(id))[0]).toMatchObject({ state: 'retrying', failure: 'bad_answer', status_code: null })
    receiver.reactWith((_, answer) => void answer.socket?.destroy())
    await pass(minute, minute)
    expect((await log(id))[0]).toMatchObject({ state: 'retrying', failure: 'unreachable', status_code: null })
  })

  it('do not wait for a receiver that hangs, of the same organization or another [HOOK-9]', async () => {
    const hanging = await startReceiver()
    let cut = 0
    hanging.reactWith((_, answer) => {
      answer.once('close', () => {
        cut += 1
      })
    })
    await add({ url: hanging.url })
    await add()
    for (let n = 0; n < 6; n++) await tick(await plantDeal(app, { orgId: org }))
    await tick(deal, 3)
    const delivered = deliver()
    await expect.poll(() => receiver.accepted.length, { timeout: 60_000 }).toBe(9)
    // One for each deal, had they been waited for one after another.
    expect(cut).toBeLessThan(7)
    expect(hanging.received.length).toBeGreaterThan(0)
    await hanging.stop()
    await delivered
  })

  it('are signed with the former secret too for 24 hours after a rotation [HOOK-2]', async () => {
    const { id, secret: former } = await add()
    const path = `/api/orgs/${org}/webhooks/${id}/rotate`
    const { status, body } = await people().owner.send('POST', path, undefined, { 'if-match': '"1"' })
    expect([status, typeof body.webhook.former_secret_until]).toEqual([200, 'string'])
    const accepts = (secret: string): boolean => isSignedWith(secret, receiver.accepted.at(-1))
    await tick(deal)
    await deliver()
    expect([accepts(former), accepts(body.secret)]).toEqual([true, true])
    expect(String(receiver.accepted.at(-1)?.headers['webhook-signature']).split(' ')).toHaveLength(2)
    app.advance(24 * hour + minute)
    await signIn()
    await tick(deal)
    await deliver()
    expect(String(receiver.accepted.at(-1)?.headers['webhook-signature']).split(' ')).toHaveLength(1)
    expect((await list())[0].former_secret_until).toBeNull()
  })

  it('stop at once when the webhook is removed or disabled [HOOK-6]', async () => {
    const { id } = await add()
    receiver.reactWith(failWith(500))
    await tick(deal, 3)
    await deliver()
    const path = `/api/orgs/${org}/webhooks/${id}`
    expect((await people().owner.send('PATCH', path, { enabled: false }, { 'if-match': '"1"' })).status).toBe(200)
    await pass(hour, 30 * minute)
    expect(receiver.received).toHaveLength(1)
    expect((await people().owner.send('DELETE', path, undefined, { 'if-match': '"2"' })).status).toBe(204)
    await tick(deal)
    await pass(hour, 30 * minute)
    expect(receiver.received).toHaveLength(1)
    expect(await app.sql('SELECT 1 FROM webhook_cursors')).toEqual([])
  })

  it('contain nothing of other organizations, and stop for a deal that leaves the organization [HOOK-6]', async () => {
    await add()
    const other = await plantOrg(app, { [people().viewer.userId]: 'admin' })
    const foreign = await plantDeal(app, { orgId: other })
    await tick(foreign, 2)
    await tick(await plantDeal(app), 2)
    await tick(deal)
    await deliver()
    expect(receiver.received.map(({ message }) => message.data.deal_id)).toEqual([deal])
    await app.sql('UPDATE deals SET org_id = $2 WHERE id = $1', [deal, other])
    await tick(deal)
    await deliver()
    expect(receiver.received).toHaveLength(1)
  })

  it('contain no text of people, documents and pipelines, and no numbers of the deal [HOOK-11]', async () => {
    await add()
    await write(deal, 'A planted-word in the memo.')
    const commented = await people().owner.send('POST', `/api/canvas/${deal}/comments`, {
      section_key: 'thesis',
      content: 'A planted-word in a comment.',
    })
    expect(commented.status, JSON.stringify(commented.body)).toBe(201)
    await tick(deal)
    await app.service.changes.changeAsService(deal, async ({ record }) => {
      record('deal.reopened', { reason: 'planted-word' })
      record('metric.updated', { metric_key: 'irr', version: 2, before: 12.34567, after: 76.54321 })
    })
    await deliver()
    const bodies = receiver.accepted.map(({ body }) => body).join('\n')
    expect(receiver.accepted.map(({ message }) => message.type)).toEqual([
      'section.created',
      'comment.created',
      'ext.tick',
      'deal.reopened',
      'metric.updated',
    ])
    for (const secret of ['planted', '12.34567', '76.54321']) expect(bodies).not.toContain(secret)
    for (const { body } of receiver.accepted) expect(Buffer.byteLength(body)).toBeLessThan(16 * 1024)
  })

  it('tell nothing about votes and ratings, hidden or revealed [HOOK-11]', async () => {
    const { id } = await committeeDeal(app, {
      owner: people().owner,
      members: [[people().editor, 'editor']],
      committee: [people().owner, people().editor],
      settings: { blind_read: true },
    })
    const [row] = await app.sql<{ org_id: string }>('SELECT org_id FROM deals WHERE id = $1', [id])
    await add({}, { orgId: row?.org_id ?? '' })
    const at = (path: string) => `/api/canvas/${id}/${path}`
    const vote = async (person: Person, choice: string) => {
      const { now } = (await person.get(at('committee'))).body
      expect((await person.send('POST', at('votes'), { choice, voted_on: now })).status).toBe(201)
    }
    await vote(people().owner, 'decline')
    const rated = await people().editor.send('POST', at('feedback'), { section_key: 'thesis', rating: 2 })
    expect(rated.status, JSON.stringify(rated.body)).toBeLessThan(300)
    await vote(people().editor, 'approve')
    await deliver()
    const types = receiver.accepted.map(({ message }) => message.type)
    expect(types).toEqual(expect.arrayContaining(['vote.cast', 'feedback.given', 'votes.revealed']))
    const bodies = receiver.accepted.map(({ body }) => body).join('\n')
    for (const hidden of ['decline', 'approve', 'rating', 'choice', 'digest', 'salt'])
      expect(bodies).not.toContain(hidden)
  })

  it('send a test event once, also while the webhook is disabled [HOOK-10]', async () => {
    const { id, secret } = await add({ enabled: false })
    const asked = await people().owner.send('POST', `/api/orgs/${org}/webhooks/${id}/test`)
    expect([asked.status, asked.body]).toMatchObject([
      202,
      { event_type: 'webhook.ping', state: 'waiting', deal_id: null },
    ])
    await deliver()
    const [ping] = receiver.accepted
    expect([isSignedWith(secret, ping), isSignedWith(`whsec_${'A'.repeat(43)}=`, ping)]).toEqual([true, false])
    expect(ping?.message).toEqual({
      type: 'webhook.ping',
      timestamp: asked.body.created_at,
      data: { org_id: org },
    })
    receiver.reactWith(failWith(500))
    await people().owner.send('POST', `/api/orgs/${org}/webhooks/${id}/test`)
    await deliver()
    expect((await log(id)).map((item: { state: string }) => item.state)).toEqual(['failed', 'delivered'])
    await pass(2 * hour, hour)
    expect(receiver.received).toHaveLength(2)
  })

  it('end with the deal: its cursors and its log are deleted [HOOK-6]', async () => {
    await add()
    await tick(deal, 2)
    await deliver()
    expect((await people().owner.send('DELETE', `/api/deals/${deal}`)).status).toBeLessThan(300)
    await deliver()
    const removed = await people().superadmin.send('DELETE', `/api/deals/${deal}?purge=true`)
    expect(removed.status, JSON.stringify(removed.body)).toBeLessThan(300)
    await expect.poll(async () => (await app.sql('SELECT 1 FROM deals WHERE id = $1', [deal])).length).toBe(0)
    expect(await app.sql('SELECT 1 FROM webhook_cursors')).toEqual([])
    expect(await app.sql('SELECT 1 FROM webhook_deliveries')).toEqual([])
  })
})
