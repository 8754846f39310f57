import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type People, signInPeople } from '../../testing/commenting.ts'
import { openStream, readFrames } from '../../testing/event-reader.ts'
import { type LiveClient, openLive } from '../../testing/live-client.ts'
import { actorOf } from '../../testing/org-people.ts'
import { forgetLimits, plantDeal, plantGrant, plantOrg, plantTeam } from '../../testing/planting.ts'
import { onService, type Person } from '../../testing/service.ts'
import { onTwoServices } from '../../testing/two-services.ts'

onService('a member who loses access to a deal', (app) => {
  let people: People
  let superadmin: Person
  let deal: string
  let org: string
  let team: string
  const clients: LiveClient[] = []
  beforeAll(async () => {
    people = await signInPeople(app)
    superadmin = await app.signIn('superadmin')
  })
  beforeEach(async () => {
    await forgetLimits(app)
    // A user can own only one organization.
    await app.sql("UPDATE org_members SET role = 'admin' WHERE user_id = $1", [people.editor.userId])
    org = await plantOrg(app, { [people.editor.userId]: 'owner', [people.viewer.userId]: 'member' })
    team = await plantTeam(app, org)
    deal = await plantDeal(app, { orgId: org, members: { [people.editor.userId]: 'owner' } })
  })
  afterEach(() => {
    for (const client of clients.splice(0)) client.socket.terminate()
  })

  const ways = {
    'the deal member is removed': {
      give: () => addMember(),
      take: () => people.editor.send('DELETE', `/api/canvas/${deal}/members/${people.viewer.userId}`),
    },
    "the team's grant is removed": {
      give: async () => {
        await joinTeam()
        await plantGrant(app, deal, team, 'viewer')
      },
      take: () => people.editor.send('DELETE', `/api/canvas/${deal}/teams/${team}`),
    },
    'the team member is removed': {
      give: async () => {
        await joinTeam()
        await plantGrant(app, deal, team, 'viewer')
      },
      take: () => people.editor.send('DELETE', `/api/orgs/${org}/teams/${team}/members/${people.viewer.userId}`),
    },
    'the organization member is removed': {
      give: () => addMember(),
      take: () => people.editor.send('DELETE', `/api/orgs/${org}/members/${people.viewer.userId}`),
    },
    'the organization role is lowered': {
      give: () =>
        app.sql("UPDATE org_members SET role = 'admin' WHERE org_id = $1 AND user_id = $2", [
          org,
          people.viewer.userId,
        ]),
      take: () => people.editor.send('PUT', `/api/orgs/${org}/members/${people.viewer.userId}`, { role: 'member' }),
    },
    'the organization is suspended': {
      give: () => addMember(),
      take: () => superadmin.send('PATCH', `/api/superadmin/orgs/${org}`, { status: 'suspended' }),
    },
  }
  const addMember = () =>
    app.sql("INSERT INTO deal_members (deal_id, user_id, role, created_at) VALUES ($1, $2, 'viewer', now())", [
      deal,
      people.viewer.userId,
    ])
  const joinTeam = () =>
    app.sql('INSERT INTO team_members (org_id, team_id, user_id, created_at) VALUES ($1, $2, $3, now())', [
      org,
      team,
      people.viewer.userId,
    ])
  /** Bypasses the rules of the routes, because this test is only about who receives the event. */
  const happen = (count: number) =>
    app.service.changes.change(actorOf(people.editor), deal, 'service', async ({ recordExternal }) => {
      for (let n = 0; n < count; n++) recordExternal('ext.happened', { n }, 'activity')
    })
  const listen = async (token: string) => {
    const client = await openLive(app.service.app, deal, token)
    clients.push(client)
    client.say({ type: 'ping' })
    await client.hears('resumed')
    return client
  }

  describe.each(Object.entries(ways))('losing access because %s', (_way, { give, take }) => {
    it('sends no event that was recorded after access was lost, and closes the channel with 4403 [LIVE-8]', async () => {
      await give()
      const client = await listen(people.viewer.token)
      await happen(1)
      await client.hears('event', ({ event_type }) => event_type === 'ext.happened')
      expect((await take()).status).toBeLessThan(300)
      client.heard.length = 0
      await happen(2)
      await happen(2)
      expect(await client.closed).toEqual({ code: 4403, reason: 'role_lost' })
      expect(client.events()).toEqual([])
      expect(client.heard.at(-1)).toEqual({ type: 'bye', reason: 'role_lost' })
    })

    it('sends no event on the event stream that was recorded after access was lost', async () => {
      await give()
      const stream = await openStream(app.service.app, `/api/canvas/${deal}/events`, people.viewer.token, {
        accept: 'text/event-stream',
      })
      await stream.first(2)
      expect((await take()).status).toBeLessThan(300)
      await happen(2)
      await happen(2)
      const frames = readFrames(await stream.text())
      expect(frames.map(({ event }) => event)).toEqual(['hello', 'resumed', 'bye'])
      expect(frames.at(-1)?.data).toEqual({ reason: 'role_lost' })
    })
  })

  it('sends no event that was recorded after the account was suspended', async () => {
    await addMember()
    const client = await listen(people.viewer.token)
    // Directly in the database, so that neither a route nor the bus informs the channel.
    await app.sql("UPDATE users SET status = 'suspended' WHERE id = $1", [people.viewer.userId])
    await happen(2)
    expect(await client.closed).toEqual({ code: 4401, reason: 'session_ended' })
    expect(client.events()).toEqual([])
    await app.sql("UPDATE users SET status = 'active' WHERE id = $1", [people.viewer.userId])
  })

  it('sends no event that was recorded after a superadmin grant expired', async () => {
    const entered = await superadmin.send('POST', `/api/canvas/${deal}/superadmin-token`, { reason: 'Support request' })
    const client = await listen(entered.body.token)
    await happen(1)
    await client.hears('event', ({ event_type }) => event_type === 'ext.happened')
    client.heard.length = 0
    await app.sql("UPDATE superadmin_grants SET expires_at = now() - interval '1 year'")
    await happen(2)
    expect(await client.closed).toEqual({ code: 4403, reason: 'role_lost' })
    expect(client.events()).toEqual([])
  })

  it('closes the channel when the deal is purged', async () => {
    await addMember()
    const client = await listen(people.viewer.token)
    await people.editor.send('DELETE', `/api/deals/${deal}`)
    await client.hears('event', ({ event_type }) => event_type === 'deal.archived')
    expect((await superadmin.send('DELETE', `/api/deals/${deal}?purge=true`)).status).toBeLessThan(300)
    expect([4403, 4410]).toContain((await client.closed).code)
    expect(client.events().map(({ event_type }) => event_type)).toEqual(['deal.archived'])
  })
})

onTwoServices('member removed on another node', ['by PostgreSQL', 'by Redis', 'not at all'], (app) => {
  it('sends no event that was recorded after the member was removed on another node', async () => {
    const owner = await app.signIn('owner')
    const editor = await app.signIn('editor')
    const deal = await plantDeal(app, { members: { [owner.userId]: 'owner', [editor.userId]: 'editor' } })
    const client = await openLive(app.there.app, deal, editor.token)
    client.say({ type: 'ping' })
    await client.hears('resumed')
    const url = `/api/canvas/${deal}/members/${editor.userId}`
    await app.here.app.inject({ method: 'DELETE', url, headers: { authorization: `Bearer ${owner.token}` } })
    for (let n = 0; n < 5; n++)
      await app.here.changes.change(actorOf(owner), deal, 'service', async ({ recordExternal }) => {
        recordExternal('ext.happened', { n }, 'activity')
      })
    expect(await client.closed).toEqual({ code: 4403, reason: 'role_lost' })
    expect(client.events().filter(({ event_type }) => event_type === 'ext.happened')).toEqual([])
  })
})
