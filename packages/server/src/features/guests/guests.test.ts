import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { days, systemClock } from '../../platform/clock.ts'
import { write } from '../../testing/commenting.ts'
import { mailAfter, mailsTo, tokenIn } from '../../testing/mails.ts'
import { orgNamed } from '../../testing/org-people.ts'
import { forgetLimits, plantDeal, plantOrg } from '../../testing/planting.ts'
import { register, someAddress } from '../../testing/registering.ts'
import { type Answer, expectRefusal, onService, type Person, someIp } from '../../testing/service.ts'
import { upload } from '../../testing/uploading.ts'
import { createGuestInvitationsStore } from './guest-invitations.store.ts'
import { createGuests } from './guests.service.ts'
import { createGuestsStore } from './guests.store.ts'

const after = (time: number): string => new Date(Date.now() + time).toISOString()
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

onService('guests of a deal', (app) => {
  let owner: Person
  let editor: Person
  let outsider: Person
  let northwind: string
  let deal: string

  beforeAll(async () => {
    owner = await app.signIn('owner')
    editor = await app.signIn('editor')
    outsider = await app.signIn('outsider')
    northwind = await orgNamed(app, 'Northwind Capital')
  })
  beforeEach(async () => {
    await forgetLimits(app)
    await app.sql("UPDATE orgs SET settings = '{}'")
    await app.sql('DELETE FROM org_members WHERE user_id = $1 AND org_id = $2', [outsider.userId, northwind])
    deal = await plantDeal(app, {
      orgId: northwind,
      name: 'Riverside',
      members: { [owner.userId]: 'owner', [editor.userId]: 'editor' },
    })
  })

  const at = (id = deal) => `/api/canvas/${id}/invitations`
  const invite = (body: object, by = owner, id = deal) => by.send('POST', at(id), { role: 'viewer', ...body })
  const accept = (by: Person, token: string) => by.send('POST', '/api/deals/invitations/accept', { token })
  const invited = async (
    body: { email: string; role?: string; expires_at?: string },
    id = deal,
  ): Promise<{ answer: Answer; token: string }> => {
    const answers: Answer[] = []
    const mail = await mailAfter(app, { to: body.email, about: 'invited you to' }, async () => {
      answers.push(await invite(body, owner, id))
    })
    const [answer] = answers
    return { answer: answer ?? expect.fail('There is no answer'), token: tokenIn(mail) }
  }
  const letIn = async (body: object = {}, id = deal): Promise<void> => {
    const { token } = await invited({ email: 'outsider@example.com', ...body }, id)
    expect((await accept(outsider, token)).status).toBe(200)
  }
  const members = async (by = owner) => (await by.get(`/api/canvas/${deal}/members`)).body.members
  const guest = async () => (await members()).find(({ guest }: { guest?: unknown }) => guest !== undefined)
  const change = (body: object, version: number | undefined, by = owner) =>
    by.send(
      'PATCH',
      `/api/canvas/${deal}/guests/${outsider.userId}`,
      body,
      version === undefined ? {} : { 'if-match': `"${version}"` },
    )
  const trail = async (id = deal) =>
    (await app.sql<{ type: string }>('SELECT type FROM journal WHERE deal_id = $1 ORDER BY seq', [id])).map(
      ({ type }) => type,
    )
  const sweep = () => {
    const { database, changes } = app.service
    return createGuests({
      store: createGuestsStore(database),
      invitations: createGuestInvitationsStore(database),
      changes,
      database,
      onError: (error) => {
        throw error
      },
      now: systemClock,
    }).sweep()
  }
  const endAccess = () =>
    app.sql("UPDATE deal_members SET guest_until = now() - interval '1 second' WHERE guest_until IS NOT NULL")
  const notifiedOf = async (type: string) =>
    (await owner.get('/api/canvas/notifications')).body.notifications.filter(
      (item: { type: string; deal_id: string }) => item.type === type && item.deal_id === deal,
    )

  describe('inviting', () => {
    it('mails a link to the invited address, which lets its reader in as a guest for 30 days [GUEST-1]', async () => {
      const { answer, token } = await invited({ email: 'Outsider@example.com'.toLowerCase() })
      expect(answer.status).toBe(201)
      expect(answer.body).toEqual({
        id: expect.any(String),
        email: 'outsider@example.com',
        role: 'viewer',
        access_until: instant,
        invited_by: owner.userId,
        created_at: instant,
        sent_at: instant,
        mails: 1,
        expires_at: instant,
      })
      expect(Date.parse(answer.body.access_until) - Date.now()).toBeGreaterThan(days(29))
      expect(Date.parse(answer.body.expires_at) - Date.parse(answer.body.created_at)).toBe(days(14))
      expect((await owner.get(at())).body.invitations).toEqual([answer.body])
      expectRefusal(await outsider.get(`/api/canvas/${deal}`), 404, 'deal_not_found')

      const accepted = await accept(outsider, token)
      expect(accepted.status).toBe(200)
      expect(accepted.body).toMatchObject({ deal_id: deal, role: 'viewer', guest_until: answer.body.access_until })
      expect((await outsider.get(`/api/canvas/${deal}`)).status).toBe(200)
      expect((await outsider.get('/api/deals')).body.deals.map((one: { deal_id: string }) => one.deal_id)).toContain(
        deal,
      )
      expect((await owner.get(at())).body.invitations).toEqual([])
      expect(await guest()).toMatchObject({
        user_id: outsider.userId,
        guest: { access_until: answer.body.access_until, version: 1 },
      })
      expect(await trail()).toEqual(['deal.guest_invited', 'deal.guest_accepted'])
      expectRefusal(await accept(outsider, token), 400, 'invite_invalid')
    })

    it('lets only the reader of the invited address in [GUEST-2]', async () => {
      const { token } = await invited({ email: 'counsel@example.net' })
      expectRefusal(await accept(outsider, token), 403, 'invitation_for_other')
      expectRefusal(await outsider.get(`/api/canvas/${deal}`), 404, 'deal_not_found')
      expectRefusal(await accept(outsider, 'guest-unknown'), 400, 'invite_invalid')
    })

    it('lets a person in who registers with the invited address, outside of the organization [GUEST-2]', async () => {
      const email = someAddress('counsel')
      const { token } = await invited({ email, role: 'commenter' })
      const body = { invite_code: token, password: 'a-password-of-mine', display_name: 'Ada Lovelace' }
      const other = await app.send('POST', '/api/auth/register', {
        body: { ...body, email: someAddress() },
        ip: someIp(),
      })
      expectRefusal(other, 400, 'invite_invalid')
      const answer = await app.send('POST', '/api/auth/register', { body: { ...body, email }, ip: someIp() })
      expect(answer.status).toBe(201)
      const bearer = { token: answer.body.access_token }
      expect((await app.send('GET', `/api/canvas/${deal}`, bearer)).body.deal).toMatchObject({ role: 'commenter' })
      expect((await app.send('GET', '/api/orgs', bearer)).body.orgs).toEqual([])
      expect((await app.send('GET', '/api/auth/me', bearer)).body.emails).toMatchObject([{ email, verified: true }])
    })

    it.each([
      ['in the past', -1],
      ['more than 180 days away', days(180) + 60_000],
    ])('rejects access that ends %s [GUEST-1]', async (_, time) => {
      const answer = await invite({ email: 'outsider@example.com', expires_at: after(time) })
      expect(answer.status).toBe(422)
      expect(answer.body.detail).toEqual([expect.objectContaining({ loc: ['body', 'expires_at'] })])
      expect((await invite({ email: 'outsider@example.com', role: 'editor' })).status).toBe(422)
      expect(await trail()).toEqual([])
    })

    it('never sends a link that works longer than the access that it gives', async () => {
      const until = after(days(2))
      const { answer } = await invited({ email: 'outsider@example.com', expires_at: until })
      expect(answer.body).toMatchObject({ access_until: until, expires_at: until })
    })

    it('refuses people of the organization and people on the deal [GUEST-3]', async () => {
      expectRefusal(await invite({ email: 'viewer@example.com' }), 409, 'already_in_organization')
      await letIn()
      expectRefusal(await invite({ email: 'outsider@example.com' }), 409, 'already_on_deal')
    })

    it('refuses an invited person who joined the organization in the meantime [GUEST-3]', async () => {
      const { token } = await invited({ email: 'outsider@example.com' })
      await app.sql("INSERT INTO org_members (org_id, user_id, role, created_at) VALUES ($1, $2, 'member', now())", [
        northwind,
        outsider.userId,
      ])
      expectRefusal(await accept(outsider, token), 409, 'already_in_organization')
    })

    it('invites nobody while the organization has guests switched off [GUEST-4]', async () => {
      const { token } = await invited({ email: 'outsider@example.com' })
      expect((await owner.send('PATCH', `/api/orgs/${northwind}`, { guests: false })).status).toBe(200)
      expectRefusal(await invite({ email: 'other@example.net' }), 403, 'guests_off')
      expectRefusal(await accept(outsider, token), 403, 'guests_off')
      expect((await owner.send('PATCH', `/api/orgs/${northwind}`, { guests: true })).status).toBe(200)
      expect((await accept(outsider, token)).status).toBe(200)
    })

    it('lets only owners of the deal invite, and only as long as they are [GUEST-5]', async () => {
      expectRefusal(await invite({ email: 'outsider@example.com' }, editor), 403, 'role_too_low')
      const { token } = await invited({ email: 'outsider@example.com' })
      await app.sql("UPDATE deal_members SET role = 'editor' WHERE deal_id = $1 AND user_id = $2", [deal, owner.userId])
      await app.sql("UPDATE org_members SET role = 'member' WHERE org_id = $1 AND user_id = $2", [
        northwind,
        owner.userId,
      ])
      try {
        expectRefusal(await accept(outsider, token), 400, 'invite_invalid')
      } finally {
        await app.sql("UPDATE org_members SET role = 'owner' WHERE org_id = $1 AND user_id = $2", [
          northwind,
          owner.userId,
        ])
      }
    })

    it('replaces, sends again and withdraws an invitation: the former link stops working [GUEST-6]', async () => {
      const email = 'outsider@example.com'
      const first = await invited({ email })
      const second = await invited({ email, role: 'commenter' })
      expectRefusal(await accept(outsider, first.token), 400, 'invite_invalid')
      const path = `${at()}/${second.answer.body.id}`
      const mail = await mailAfter(app, { to: email, about: 'invited you to' }, () =>
        owner.send('POST', `${path}/resend`),
      )
      expectRefusal(await accept(outsider, second.token), 400, 'invite_invalid')
      expect((await owner.get(at())).body.invitations).toMatchObject([{ role: 'commenter', mails: 2 }])
      expect((await owner.send('DELETE', path)).status).toBe(204)
      expectRefusal(await accept(outsider, tokenIn(mail)), 400, 'invite_invalid')
      expectRefusal(await owner.send('DELETE', path), 404, 'invitation_not_found')
      expectRefusal(await owner.send('POST', `${path}/resend`), 404, 'invitation_not_found')
    })

    it('mails an invitation at most five times [GUEST-6]', async () => {
      const { answer } = await invited({ email: 'outsider@example.com' })
      const again = () => owner.send('POST', `${at()}/${answer.body.id}/resend`)
      for (let mails = 2; mails <= 5; mails++) expect((await again()).body).toMatchObject({ mails })
      expectRefusal(await again(), 409, 'invitation_sent_too_often')
    })

    it('stores no token, and hides invitations from everybody but owners', async () => {
      const { answer, token } = await invited({ email: 'outsider@example.com' })
      const rows = await app.sql('SELECT * FROM deal_invitations WHERE id = $1', [answer.body.id])
      expect(JSON.stringify([rows, answer.body])).not.toContain(token)
      expectRefusal(await editor.get(at()), 403, 'role_too_low')
      expect((await mailsTo(app, 'outsider@example.com')).at(-1)?.subject).toContain('Riverside')
    })

    it('lets a guest into a personal deal [GUEST-1]', async () => {
      const personal = await plantDeal(app, { members: { [owner.userId]: 'owner' } })
      await letIn({ role: 'commenter' }, personal)
      expect((await outsider.get(`/api/canvas/${personal}`)).body.deal).toMatchObject({ role: 'commenter' })
    })
  })

  describe('access', () => {
    it('ends at once when its time is over, and the end is recorded [GUEST-7]', async () => {
      await letIn()
      await endAccess()
      expectRefusal(await outsider.get(`/api/canvas/${deal}`), 404, 'deal_not_found')
      expect((await outsider.get('/api/deals')).body.deals).toEqual([])
      expect((await outsider.get('/api/auth/me')).body.has_deals).toBe(false)
      expect(await guest()).toBeUndefined()
      await sweep()
      expect((await trail()).at(-1)).toBe('deal.guest_expired')
      expect(
        await app.sql('SELECT FROM deal_members WHERE user_id = $1 AND deal_id = $2', [outsider.userId, deal]),
      ).toEqual([])
      // The person can be invited again.
      await letIn()
    })

    it('is shortened, extended and changed between viewing and commenting by an owner [GUEST-8]', async () => {
      await letIn()
      const until = after(days(100))
      const changed = await change({ role: 'commenter', expires_at: until }, 1)
      expect(changed.status).toBe(200)
      expect(changed.body).toMatchObject({ role: 'commenter', guest: { access_until: until, version: 2 } })
      expect((await outsider.get(`/api/canvas/${deal}`)).body.deal).toMatchObject({
        role: 'commenter',
        guest_until: until,
      })
      expectRefusal(await change({ role: 'viewer' }, 1), 409, 'stale_version')
      expectRefusal(await change({ role: 'viewer' }, undefined), 428, 'if_match_required')
      expectRefusal(await change({ role: 'viewer' }, 2, editor), 403, 'role_too_low')
      expect((await change({ expires_at: after(days(181)) }, 2)).status).toBe(422)
      expect((await change({ role: 'editor' }, 2)).status).toBe(422)
      expect((await trail()).at(-1)).toBe('deal.guest_changed')
      expectRefusal(
        await owner.send('PUT', `/api/canvas/${deal}/members/${outsider.userId}`, { role: 'editor' }),
        409,
        'member_is_guest',
      )
    })

    it('ends when an owner removes the guest [GUEST-8]', async () => {
      await letIn()
      expect((await owner.send('DELETE', `/api/canvas/${deal}/members/${outsider.userId}`)).status).toBe(204)
      expectRefusal(await outsider.get(`/api/canvas/${deal}`), 404, 'deal_not_found')
      expect((await trail()).at(-1)).toBe('deal.guest_removed')
    })

    it('becomes that of an ordinary member when the guest joins the organization [GUEST-9]', async () => {
      await letIn({ role: 'commenter' })
      const mail = await mailAfter(app, { to: 'outsider@example.com', about: 'Northwind' }, () =>
        owner.send('POST', `/api/orgs/${northwind}/invitations`, { email: 'outsider@example.com' }),
      )
      expect((await outsider.send('POST', '/api/orgs/invitations/accept', { token: tokenIn(mail) })).status).toBe(200)
      const { deal: seen } = (await outsider.get(`/api/canvas/${deal}`)).body
      expect(seen).toMatchObject({ role: 'commenter', org_id: northwind })
      expect(seen.guest_until).toBeUndefined()
      expect(await guest()).toBeUndefined()
      expect((await outsider.get(`/api/canvas/${deal}/requests`)).status).toBe(200)
    })

    it('does not come back when a former guest joins the organization [GUEST-9]', async () => {
      await letIn()
      await endAccess()
      const mail = await mailAfter(app, { to: 'outsider@example.com', about: 'Northwind' }, () =>
        owner.send('POST', `/api/orgs/${northwind}/invitations`, { email: 'outsider@example.com' }),
      )
      expect((await outsider.send('POST', '/api/orgs/invitations/accept', { token: tokenIn(mail) })).status).toBe(200)
      expectRefusal(await outsider.get(`/api/canvas/${deal}`), 404, 'deal_not_found')
    })
  })

  it('tells the owners when a guest accepts, and once that access ends within a week [GUEST-10]', async () => {
    await letIn()
    expect(await notifiedOf('guest_accepted')).toMatchObject([{ actor_id: outsider.userId }])
    await sweep()
    expect(await notifiedOf('guest_expiring')).toEqual([])
    await app.sql("UPDATE deal_members SET guest_until = now() + interval '6 days' WHERE guest_until IS NOT NULL")
    await sweep()
    await sweep()
    expect(await notifiedOf('guest_expiring')).toHaveLength(1)
  })

  describe('what a guest sees', () => {
    it('names people of the deal without addresses, and nobody else of the organization [GUEST-11]', async () => {
      const other = await register(app)
      await app.sql("INSERT INTO org_members (org_id, user_id, role, created_at) VALUES ($1, $2, 'admin', now())", [
        northwind,
        other.userId,
      ])
      await app.sql('UPDATE user_emails SET verified_at = now() WHERE user_id = $1', [other.userId])
      await letIn({ role: 'commenter' })
      const namedTo = async (person: Person) =>
        (await person.get(`/api/canvas/${deal}`)).body.participants.map(({ user_id }: { user_id: string }) => user_id)
      expect(await namedTo(owner)).toContain(other.userId)
      expect((await namedTo(outsider)).toSorted()).toEqual([owner.userId, editor.userId, outsider.userId].toSorted())
      await write(other, { path: `/api/canvas/${deal}/comments` })
      expect(await namedTo(outsider)).toContain(other.userId)
      const seen = await members(outsider)
      expect(seen.map(({ email }: { email: string | null }) => email)).toEqual(seen.map(() => null))
      expect((await outsider.get(`/api/canvas/${deal}`)).body.deal.org_id).toBeNull()
      expect(
        (await owner.get(`/api/canvas/${deal}`)).body.participants.filter(
          ({ is_guest }: { is_guest?: boolean }) => is_guest === true,
        ),
      ).toMatchObject([{ user_id: outsider.userId }])
    })

    it('finds, lists and compares nothing of the organization beyond this deal [GUEST-11]', async () => {
      await app.sql("UPDATE deals SET name = 'Quokka Towers' WHERE id = $1", [deal])
      const other = await plantDeal(app, {
        orgId: northwind,
        name: 'Quokka Park',
        members: { [owner.userId]: 'owner' },
      })
      await letIn()
      const hitsOf = async (person: Person): Promise<Set<string>> =>
        new Set((await person.get('/api/search?q=Quokka')).body.hits.map((hit: { deal_id: string }) => hit.deal_id))
      expect(await hitsOf(owner)).toEqual(new Set([deal, other]))
      expect(await hitsOf(outsider)).toEqual(new Set([deal]))
      expectRefusal(await outsider.get(`/api/orgs/${northwind}/members`), 404, 'org_not_found')
      const { deals } = (await outsider.get('/api/deals')).body
      expect(deals.find(({ deal_id }: { deal_id: string }) => deal_id === deal)).toMatchObject({
        org_id: null,
        guest_until: instant,
        last_event: null,
      })
      const compared = await outsider.send('POST', '/api/portfolio', { deals: [deal], metrics: [] })
      expect(compared.status).toBe(200)
      expect(compared.body.deals).toEqual([])
    })

    it('cannot be put on the committee, lead the deal, sign off or be asked for anything [GUEST-12]', async () => {
      await letIn({ role: 'commenter' })
      const path = `/api/canvas/${deal}`
      expectRefusal(await owner.send('PUT', `${path}/committee/${outsider.userId}`), 404, 'member_not_found')
      const request = { title: 'Send the survey', assignee_id: outsider.userId }
      expectRefusal(await owner.send('POST', `${path}/requests`, request), 404, 'member_not_found')
      const signOff = { subject: 'legal', assignee_id: outsider.userId }
      expectRefusal(await owner.send('POST', `${path}/sign-offs`, signOff), 404, 'member_not_found')
    })

    it('receives events of the organization without what they say [GUEST-13]', async () => {
      await letIn()
      await owner.send('PUT', `/api/canvas/${deal}/committee/${editor.userId}`)
      const { events } = (await outsider.get(`/api/canvas/${deal}/events`)).body
      const added = events.find(({ type }: { type: string }) => type === 'committee.member_added')
      expect(added).toMatchObject({ actor_id: null, data: {} })
      const { events: seen } = (await owner.get(`/api/canvas/${deal}/events`)).body
      expect(seen).toContainEqual(
        expect.objectContaining({
          type: 'committee.member_added',
          actor_id: owner.userId,
          data: { user_id: editor.userId },
        }),
      )
    })
  })

  it('exports nothing unless the organization allows it, and then with a watermark [GUEST-14]', async () => {
    await letIn()
    const exported = () => outsider.send('POST', `/api/canvas/${deal}/exports`, { format: 'csv', watermark: false })
    expectRefusal(await exported(), 403, 'guest_not_allowed')
    expect((await outsider.get(`/api/canvas/${deal}/exports`)).body).toMatchObject({ can_export: false })
    // What viewers can do says nothing about guests.
    await owner.send('PATCH', `/api/orgs/${northwind}`, { viewers_export: true })
    expectRefusal(await exported(), 403, 'guest_not_allowed')
    await owner.send('PATCH', `/api/orgs/${northwind}`, { guest_exports: true })
    const answer = await exported()
    expect(answer.status).toBe(202)
    expect(answer.body).toMatchObject({ watermark: true })
    expectRefusal(await outsider.send('POST', `/api/canvas/${deal}/exports`, { format: 'bundle' }), 403, 'role_too_low')
  })

  it('lets a guest look at files that the viewers draw, and take none away [GUEST-14]', async () => {
    await letIn()
    const added = await upload(app, owner, `/api/canvas/${deal}/documents`, [
      { fileName: 'rents.csv', content: 'Unit,Rent\n1,1500\n' },
    ])
    const table: string = added.body.documents[0].id
    const content = (by: Person) => by.get(`/api/canvas/${deal}/documents/${table}/content`)
    expectRefusal(await content(outsider), 403, 'guest_not_allowed')
    expect((await outsider.get(`/api/canvas/${deal}/documents/${table}`)).status).toBe(200)
    await owner.send('PATCH', `/api/orgs/${northwind}`, { guest_exports: true })
    const answer = await app.service.app.inject({
      method: 'GET',
      url: `/api/canvas/${deal}/documents/${table}/content`,
      headers: { authorization: `Bearer ${outsider.token}` },
    })
    expect([answer.statusCode, answer.body]).toEqual([200, 'Unit,Rent\n1,1500\n'])
  })

  it('never stores a guest as editor or owner, whatever a route forgets', async () => {
    const orgId = await plantOrg(app)
    const other = await plantDeal(app, { orgId })
    await expect(
      app.sql(
        `INSERT INTO deal_members (deal_id, user_id, role, created_at, guest_until)
          VALUES ($1, $2, 'editor', now(), now() + interval '1 day')`,
        [other, outsider.userId],
      ),
    ).rejects.toThrow()
  })
})
