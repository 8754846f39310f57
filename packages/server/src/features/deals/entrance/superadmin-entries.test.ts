import { beforeEach, describe, expect, it } from 'vitest'
import { auditTrailOf } from '../../../testing/deal-audit-trail.ts'
import { signInAll } from '../../../testing/noticing.ts'
import { forgetLimits, plantDeal, plantGrant, plantOrg, plantTeam } from '../../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../../testing/service.ts'
import { onTwoServices } from '../../../testing/two-services.ts'

onService('superadmin access', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'superadmin', 'outsider')
  let org: string
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    await app.sql('DELETE FROM org_members WHERE user_id = $1', [people().superadmin.userId])
    await app.sql("UPDATE org_members SET role = 'admin' WHERE role = 'owner' AND user_id = $1", [
      people().owner.userId,
    ])
    org = await plantOrg(app, { [people().owner.userId]: 'owner' })
    deal = await plantDeal(app, { orgId: org, members: { [people().owner.userId]: 'owner' } })
  })

  const at = (path = '', id = deal) => `/api/canvas/${id}${path}`
  const entered = async (id = deal) =>
    (await auditTrailOf(app, id))
      .filter(({ type }) => type === 'superadmin.entered')
      .map(({ actorId, bySuperadmin, data }) => [actorId, bySuperadmin, data['by']])
  const noticesOf = async (person: Person, about: { deal?: string; org?: string }) => {
    const { body } = await person.get('/api/canvas/notifications?limit=100')
    return body.notifications.filter(
      (notification: { type: string; deal_id: string; org_id?: string }) =>
        notification.type === 'superadmin_entered' &&
        (about.deal === undefined ? notification.org_id === about.org : notification.deal_id === about.deal),
    )
  }
  const grant = async (id = deal): Promise<string> =>
    (await people().superadmin.send('POST', at('/superadmin-token', id), { reason: 'A ticket' })).body.token
  const logged = async () =>
    (await people().superadmin.get('/api/superadmin/admin-log?limit=100')).body.acts.filter(
      ({ action, org_id }: { action: string; org_id: string }) => action === 'org.superadmin_entered' && org_id === org,
    )
  /** Moves the entries back instead of the clock forward, which would expire all tokens. */
  const hourPassed = async () => {
    for (const table of ['superadmin_deal_entries', 'superadmin_org_entries'])
      await app.sql(`UPDATE ${table} SET at = at - interval '1 hour'`)
  }
  /** Adds the superadmin to the organization with a membership that was granted by superadmin power. */
  const joinByPower = async (role = 'admin') =>
    app.sql(
      'INSERT INTO org_members (org_id, user_id, role, created_at, by_superadmin) VALUES ($1, $2, $3, now(), true)',
      [org, people().superadmin.userId, role],
    )

  describe('deal access by grant', () => {
    it('records one event an hour for a superadmin who enters a deal, and notifies its owners [TOKEN-9]', async () => {
      const token = await grant()
      const read = (path: string) => app.send('GET', at(path), { token })
      await Promise.all(['', '/sections/none', '/comments', '/metrics', '/audit-trail', '/documents'].map(read))
      const { superadmin, owner } = people()
      expect(await entered()).toEqual([[superadmin.userId, true, 'grant']])
      expect(await noticesOf(owner, { deal })).toEqual([
        expect.objectContaining({ actor_id: superadmin.userId, deal_name: 'A deal', is_read: false }),
      ])
      await hourPassed()
      const again = await grant()
      await app.send('GET', at(), { token: again })
      expect(await entered()).toHaveLength(2)
      expect(await noticesOf(owner, { deal })).toHaveLength(2)
    })

    it('records a superadmin at the first read of an hour, not only when the token is issued', async () => {
      const token = await grant()
      await hourPassed()
      await Promise.all(Array.from({ length: 5 }, () => app.send('GET', at('/metrics'), { token })))
      expect(await entered()).toHaveLength(2)
    })

    it('records a superadmin who enters a finalized deal', async () => {
      await people().owner.send('POST', at('/finalize'), { decision: 'approved', rationale: 'Yes' })
      const token = await grant()
      expect((await app.send('GET', at(), { token })).status).toBe(200)
      expect(await entered()).toHaveLength(1)
    })
  })

  describe('deal access by a membership that a superadmin granted', () => {
    it('records a superadmin at the first read and marks their events', async () => {
      await joinByPower()
      expect(await entered()).toEqual([])
      const { superadmin, owner } = people()
      expect((await superadmin.get(at('/sections/none'))).status).toBe(404)
      expect((await superadmin.send('PUT', at('/sections/thesis'), { content: 'Mine' })).status).toBe(200)
      expect(await entered()).toEqual([[superadmin.userId, true, 'membership']])
      expect((await auditTrailOf(app, deal)).at(-1)).toMatchObject({ type: 'section.created', bySuperadmin: true })
      expect(await noticesOf(owner, { deal })).toHaveLength(1)
    })

    it('records a superadmin who added themselves to the deal as a regular member', async () => {
      const { superadmin } = people()
      const token = await grant()
      await joinByPower('member')
      const added = await app.send('PUT', at(`/members/${superadmin.userId}`), { token, body: { role: 'editor' } })
      expect(added.status).toBe(200)
      await app.sql('DELETE FROM superadmin_deal_entries')
      expect((await superadmin.get(at())).status).toBe(200)
      expect((await entered()).map(([, , by]) => by)).toEqual(['grant', 'membership'])
    })

    it('records a superadmin who only archives the deal', async () => {
      await joinByPower('owner')
      expect((await people().superadmin.send('DELETE', `/api/deals/${deal}`)).status).toBe(204)
      expect((await auditTrailOf(app, deal)).map(({ type }) => type)).toEqual(['superadmin.entered', 'deal.archived'])
    })

    it('records nothing on deals that the superadmin did not open', async () => {
      const other = await plantDeal(app, { orgId: org })
      await joinByPower()
      await people().superadmin.get('/api/deals')
      await people().superadmin.get(at())
      expect(await auditTrailOf(app, other)).toEqual([])
      expect(await entered()).toHaveLength(1)
    })
  })

  it('records nothing for a superadmin who is a regular member through invitation, team or the deal’s owner', async () => {
    const { superadmin, owner } = people()
    const ordinary = (role: string) =>
      app.sql('INSERT INTO org_members (org_id, user_id, role, created_at) VALUES ($1, $2, $3, now())', [
        org,
        superadmin.userId,
        role,
      ])
    await ordinary('admin')
    expect((await superadmin.get(at())).status).toBe(200)
    await app.sql('DELETE FROM org_members WHERE user_id = $1', [superadmin.userId])
    await ordinary('member')
    await plantGrant(app, deal, await plantTeam(app, org, [superadmin.userId]), 'viewer')
    expect((await superadmin.get(at())).status).toBe(200)
    const personal = await plantDeal(app, { members: { [owner.userId]: 'owner', [superadmin.userId]: 'viewer' } })
    expect((await superadmin.get(at('', personal))).status).toBe(200)
    expect([await entered(), await entered(personal)]).toEqual([[], []])
  })

  describe('organization access', () => {
    it('logs a superadmin who reads an organization once an hour and notifies its owners', async () => {
      const { superadmin, owner, outsider } = people()
      await Promise.all(Array.from({ length: 4 }, () => superadmin.get(`/api/orgs/${org}/members`)))
      expect(await logged()).toHaveLength(1)
      const [notice] = await noticesOf(owner, { org })
      expect(notice).toMatchObject({
        deal_id: '',
        deal_name: '',
        org_id: org,
        org_name: 'An org',
        actor_id: superadmin.userId,
      })
      expect(notice.canvas_url).toBeUndefined()
      expect(await noticesOf(outsider, { org })).toEqual([])
      await hourPassed()
      await superadmin.get(`/api/orgs/${org}/members`)
      expect(await logged()).toHaveLength(2)
      expect(await auditTrailOf(app, deal)).toEqual([])
    })

    it('counts a superadmin notice as unread until it is read alone or with all others', async () => {
      const { superadmin, owner } = people()
      const unread = async () => (await owner.get('/api/canvas/notifications')).body.unread_count
      await owner.send('POST', '/api/canvas/notifications/read', { all: true })
      await superadmin.get(`/api/orgs/${org}/members`)
      expect(await unread()).toBe(1)
      const [{ id }] = await noticesOf(owner, { org })
      const read = await owner.send('POST', '/api/canvas/notifications/read', { ids: [id] })
      expect(read.body).toEqual({ updated: 1, unread_count: 0 })
      await hourPassed()
      await superadmin.get(`/api/orgs/${org}/members`)
      expect((await owner.send('POST', '/api/canvas/notifications/read', { all: true })).body).toEqual({
        updated: 1,
        unread_count: 0,
      })
    })

    const byPower: readonly (readonly [string, (id: string) => [method: string, path: string, body: object]])[] = [
      ['changing it', (id: string) => ['PATCH', `/api/superadmin/orgs/${id}`, { name: 'Another name' }]],
      [
        'putting somebody into it',
        (id: string) => [
          'POST',
          '/api/superadmin/users',
          { email: `new-${id}@example.net`, display_name: 'New', org_id: id, org_role: 'member' },
        ],
      ],
      ['an invite code for it', (id: string) => ['POST', '/api/superadmin/invite-codes', { org_id: id }]],
      ['inviting somebody', (id: string) => ['POST', `/api/orgs/${id}/invitations`, { email: 'x@example.net' }]],
      ['a team', (id: string) => ['POST', `/api/orgs/${id}/teams`, { name: 'Mine' }]],
    ]
    it.each(byPower)('notifies the owners of an organization when a superadmin enters it by %s', async (_, request) => {
      const answer = await people().superadmin.send(...request(org))
      expect(answer.status).toBeLessThan(300)
      expect(await logged()).toHaveLength(1)
      expect(await noticesOf(people().owner, { org })).toHaveLength(1)
    })

    it('records a superadmin who gave themselves an organization role when they enter a deal', async () => {
      const { superadmin } = people()
      await app.sql("INSERT INTO org_members (org_id, user_id, role, created_at) VALUES ($1, $2, 'member', now())", [
        org,
        superadmin.userId,
      ])
      expectRefusal(await superadmin.get(at()), 404, 'deal_not_found')
      expect(
        (await superadmin.send('PUT', `/api/orgs/${org}/members/${superadmin.userId}`, { role: 'admin' })).status,
      ).toBe(200)
      expect((await superadmin.get(at())).status).toBe(200)
      expect((await entered()).map(([, , by]) => by)).toEqual(['membership'])
    })

    it('records nothing for a superadmin who is a regular administrator of the organization', async () => {
      const { superadmin, owner } = people()
      await app.sql("INSERT INTO org_members (org_id, user_id, role, created_at) VALUES ($1, $2, 'admin', now())", [
        org,
        superadmin.userId,
      ])
      await superadmin.get(`/api/orgs/${org}/members`)
      await superadmin.send('POST', `/api/orgs/${org}/teams`, { name: 'Ours' })
      expect(await logged()).toEqual([])
      expect(await noticesOf(owner, { org })).toEqual([])
    })
  })
})

onTwoServices('superadmin access on two nodes at once', ['by PostgreSQL'], (nodes) => {
  it('records one event for a superadmin who enters a deal on two nodes at once', async () => {
    const superadmin = await nodes.signIn('superadmin')
    const deal = await plantDeal(nodes)
    const headers = { authorization: `Bearer ${superadmin.token}` }
    const url = `/api/canvas/${deal}`
    const payload = { reason: 'A ticket' }
    const { token } = (
      await nodes.here.app.inject({ method: 'POST', url: `${url}/superadmin-token`, headers, payload })
    ).json()
    await nodes.sql('DELETE FROM superadmin_deal_entries')
    await nodes.sql('DELETE FROM journal WHERE deal_id = $1', [deal])
    await nodes.sql("UPDATE journal_heads SET seq = 0, hash = repeat('0', 64) WHERE deal_id = $1", [deal])
    const read = (node: typeof nodes.here) =>
      node.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => read(n % 2 ? nodes.here : nodes.there)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const types = await nodes.sql<{ type: string }>('SELECT type FROM journal WHERE deal_id = $1', [deal])
    expect(types).toEqual([{ type: 'superadmin.entered' }])
  })
})
