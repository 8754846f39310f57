import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeIn, mailAfter } from '../../testing/mails.ts'
import { orgNamed, readAll } from '../../testing/org-people.ts'
import { forgetLimits, plantDeal, plantGrant, plantTeam } from '../../testing/planting.ts'
import { plantInviteCode, register } from '../../testing/registering.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'

type Registered = Awaited<ReturnType<typeof register>>

onService('users with an unverified address', (app) => {
  let owner: Person
  let superadmin: Person
  let orgId: string
  let deal: string

  beforeAll(async () => {
    owner = await app.signIn('owner')
    superadmin = await app.signIn('superadmin')
    orgId = await orgNamed(app, 'Northwind Capital')
    deal = await plantDeal(app, { orgId, members: { [owner.userId]: 'owner' } })
  })
  beforeEach(() => forgetLimits(app))

  const join = async (role: 'member' | 'admin' = 'member'): Promise<Registered> =>
    register(app, { code: await plantInviteCode(app, { orgId, role }) })
  const verify = async (person: Registered): Promise<void> => {
    const body = { email: person.email, code: codeIn(person.welcome) }
    expect((await person.send('POST', '/api/auth/email/verify', body)).status).toBe(200)
  }
  const statuses = async (person: Person, ...paths: string[]): Promise<number[]> =>
    Promise.all(paths.map(async (path) => (await person.get(path)).status))
  const putOnDeal = (userId: string, role = 'viewer') =>
    owner.send('PUT', `/api/canvas/${deal}/members/${userId}`, { role })

  describe('members who joined with an invite code', () => {
    it('hides an organization and its deals from an admin whose address is not verified [EMAIL-8]', async () => {
      const person = await join('admin')
      const paths = [`/api/canvas/${deal}`, `/api/orgs/${orgId}/members`, `/api/orgs/${orgId}/teams`]
      expect(await statuses(person, ...paths)).toEqual([404, 404, 404])
      expect((await person.get('/api/deals')).body.deals).toEqual([])
      expect((await person.get('/api/orgs')).body.orgs).toEqual([])
      expect((await person.get('/api/auth/me')).body).toMatchObject({ has_deals: false, orgs: [{ org_id: orgId }] })
      const rename = { first_name: 'Mallory' }
      const patched = await person.send('PATCH', `/api/admin/users/${owner.userId}`, rename)
      expectRefusal(patched, 403, 'admin_required')
      await verify(person)
      expect(await statuses(person, ...paths)).toEqual([200, 200, 200])
      expect((await person.get('/api/deals')).body.deals.length).toBeGreaterThan(0)
    })

    it("hides the deals of a team from a member until the member's address is verified", async () => {
      const person = await join()
      const team = await plantTeam(app, orgId, [person.userId])
      const shared = await plantDeal(app, { orgId, members: { [owner.userId]: 'owner' } })
      await plantGrant(app, shared, team, 'editor')
      expect(await statuses(person, `/api/canvas/${shared}`)).toEqual([404])
      const { body } = await owner.get(`/api/canvas/${shared}`)
      expect(body.participants.map(({ user_id }: { user_id: string }) => user_id)).not.toContain(person.userId)
      await verify(person)
      expect(await statuses(person, `/api/canvas/${shared}`)).toEqual([200])
    })

    it('lets a user with an unverified address create personal deals, but none for the organization', async () => {
      const person = await join()
      expectRefusal(await person.send('POST', '/api/deals', { name: 'Mine', org_id: orgId }), 404, 'org_not_found')
      const made = await person.send('POST', '/api/deals', { name: 'Mine' })
      expect([made.status, made.body.org_id]).toEqual([201, null])
    })

    it("keeps a member's access when an administrator replaces the verified address", async () => {
      const person = await join('admin')
      await verify(person)
      const email = `new-${person.email}`
      expect((await owner.send('PATCH', `/api/admin/users/${person.userId}`, { email })).body).toMatchObject({
        email,
        email_verified: false,
      })
      expect(await statuses(person, `/api/canvas/${deal}`)).toEqual([200])
    })
  })

  it('lets a user with an unverified address create an organization and see it', async () => {
    const person = await register(app)
    const { status, body } = await person.send('POST', '/api/orgs', { name: 'A venture of my own' })
    expect(status).toBe(201)
    expect(await statuses(person, `/api/orgs/${body.id}/members`)).toEqual([200])
  })

  describe('restrictions', () => {
    it('refuses to share a deal with a person whose address is not verified [EMAIL-9]', async () => {
      const person = await join()
      expectRefusal(await putOnDeal(person.userId), 409, 'email_unverified')
      await verify(person)
      expect((await putOnDeal(person.userId)).status).toBe(200)
    })

    it('refuses to raise the role of an unverified member on a deal, but allows lowering it', async () => {
      const person = await join()
      await app.sql(
        "INSERT INTO deal_members (deal_id, user_id, role, created_at) VALUES ($1, $2, 'commenter', now())",
        [deal, person.userId],
      )
      expect(await statuses(person, `/api/canvas/${deal}`)).toEqual([200])
      expectRefusal(await putOnDeal(person.userId, 'editor'), 409, 'email_unverified')
      expect((await putOnDeal(person.userId, 'viewer')).status).toBe(200)
      expect((await owner.send('DELETE', `/api/canvas/${deal}/members/${person.userId}`)).status).toBe(204)
    })

    it('refuses to make an unverified user a team member, an organization owner or a superadmin', async () => {
      const person = await join()
      const team = await plantTeam(app, orgId)
      const place = () => owner.send('PUT', `/api/orgs/${orgId}/teams/${team}/members/${person.userId}`)
      const promote = () => owner.send('PUT', `/api/orgs/${orgId}/members/${person.userId}`, { role: 'owner' })
      const empower = () => superadmin.send('PATCH', `/api/superadmin/users/${person.userId}`, { is_superadmin: true })
      for (const act of [place, promote, empower]) expectRefusal(await act(), 409, 'email_unverified')
      expect((await owner.send('PUT', `/api/orgs/${orgId}/members/${person.userId}`, { role: 'admin' })).status).toBe(
        200,
      )
      expect(await statuses(person, `/api/orgs/${orgId}/members`)).toEqual([404])
      await verify(person)
      for (const act of [place, promote, empower]) expect((await act()).status).toBeLessThan(300)
    })

    it('refuses to share a deal with a user whose new address, set by an administrator, is unconfirmed', async () => {
      const person = await join()
      await verify(person)
      await owner.send('PATCH', `/api/admin/users/${person.userId}`, { email: `boss-${person.email}` })
      expectRefusal(await putOnDeal(person.userId), 409, 'email_unverified')
    })
  })

  describe('display', () => {
    const nameOf = async (person: Person): Promise<string> => (await person.get('/api/auth/me')).body.display_name

    it('marks an unverified user to distinguish them from another user of the same name', async () => {
      const twin = await register(app, { code: await plantInviteCode(app, { orgId }) })
      await twin.send('PATCH', '/api/auth/me', { first_name: 'Maya', last_name: 'Okafor' })
      expect(await nameOf(twin)).toBe(await nameOf(owner))
      const room = await plantDeal(app, { members: { [owner.userId]: 'owner', [twin.userId]: 'editor' } })
      const base = `/api/canvas/${room}`
      const said = await twin.send('POST', `${base}/comments`, {
        comment_type: 'comment',
        content: 'Wire the money today',
        mentioned_user_ids: [owner.userId],
      })
      expect(said.body).toMatchObject({ author_name: 'Maya Okafor', author_email_verified: false })
      const { comment_id } = said.body
      const answered = await owner.send('POST', `${base}/comments/${comment_id}/replies`, { content: 'Who are you?' })
      expect(answered.status).toBe(201)
      const replied = await twin.send('POST', `${base}/comments/${comment_id}/replies`, { content: 'Maya' })
      expect(replied.status).toBe(201)
      await twin.send('PUT', `${base}/sections/returns`, { content: 'Mine' })

      const canvas = (await owner.get(base)).body
      expect(canvas.participants).toMatchObject([
        { user_id: owner.userId, email_verified: true },
        { user_id: twin.userId, email_verified: false },
      ])
      expect(canvas.sections).toMatchObject([{ updated_by_name: 'Maya Okafor', updated_by_email_verified: false }])
      const [thread] = (await owner.get(`${base}/comments`)).body.comments
      expect([thread.author_email_verified, ...thread.replies.map((r: Marked) => r.author_email_verified)]).toEqual([
        false,
        true,
        false,
      ])
      const [version] = (await owner.get(`${base}/sections/returns/history`)).body.versions
      expect(version.updated_by_email_verified).toBe(false)
      const [notice] = (await owner.get('/api/canvas/notifications')).body.notifications
      expect(notice).toMatchObject({ actor_id: twin.userId, actor_email_verified: false })
      const { timeline } = (await owner.get(`${base}/audit-trail`)).body
      for (const entry of timeline) {
        expect([entry.type, entry.actor_email_verified]).toEqual([entry.type, entry.actor_id === owner.userId])
      }
      const { sections } = (await owner.get(`${base}/since`)).body
      expect(sections).toMatchObject([{ by: ['Maya Okafor (unverified)'] }])
      const line = (await owner.get('/api/deals')).body.deals.find(({ deal_id }: Marked) => deal_id === room)
      expect(line.people).toMatchObject([{ email_verified: true }, { email_verified: false }])
      expect(line.last_event).toMatchObject({ actor_name: 'Maya Okafor', actor_email_verified: false })
      const { users } = (await superadmin.get('/api/superadmin/users?search=Okafor')).body
      expect(users.map(({ email_verified }: Marked) => email_verified)).toEqual([true, false])
    })

    it('sorts unverified users after verified ones in every list and across pages, regardless of age', async () => {
      const early = await join()
      const team = await plantTeam(app, orgId, [early.userId, owner.userId])
      const room = await plantDeal(app, { orgId, members: { [early.userId]: 'owner', [owner.userId]: 'viewer' } })
      const long = "created_at = '2020-01-01'"
      for (const table of ['org_members', 'team_members', 'deal_members']) {
        await app.sql(`UPDATE ${table} SET ${long} WHERE user_id = $1`, [early.userId])
      }
      await app.sql("UPDATE users SET created_at = '2099-01-01' WHERE id = $1", [early.userId])
      const paths = [
        `/api/orgs/${orgId}/members`,
        `/api/orgs/${orgId}/teams/${team}/members`,
        `/api/canvas/${room}/members`,
      ]
      for (const path of paths) {
        const listed = (await readAll(path.includes('canvas') ? early : owner, path, 'members', 1)) as Marked[]
        const marks = listed.map(({ email_verified }) => email_verified)
        expect(marks).toEqual(marks.toSorted((a, b) => Number(b) - Number(a)))
        expect(listed.map(({ user_id }) => user_id)).toContain(early.userId)
      }
      const { participants } = (await early.get(`/api/canvas/${room}`)).body
      expect(participants.find(({ email_verified }: Marked) => email_verified !== true).user_id).toBe(early.userId)
      const page = async (offset: number): Promise<Marked[]> =>
        (await superadmin.get(`/api/superadmin/users?limit=3&offset=${offset}`)).body.users
      const all: Marked[] = []
      for (let some = await page(0); some.length > 0; some = await page(all.length)) all.push(...some)
      expect(all.findIndex(({ id }) => id === early.userId)).toBe(
        all.findIndex(({ email_verified }) => email_verified !== true),
      )
    })

    it('hides the unverified mark of a deleted account and shows it if the account is restored unverified', async () => {
      const person = await join()
      await verify(person)
      const shown = async () =>
        (await superadmin.get(`/api/superadmin/users?search=${person.email}`)).body.users[0].email_verified
      const move = (status: string) => superadmin.send('PATCH', `/api/superadmin/users/${person.userId}`, { status })
      expect(await shown()).toBe(true)
      await move('deleted')
      expect(await shown()).toBe(true)
      await app.sql('UPDATE user_emails SET can_sign_in = true WHERE user_id = $1', [person.userId])
      await move('active')
      expect(await shown()).toBe(false)
    })

    it('shows a verified address before the unconfirmed one given at registration', async () => {
      const person = await register(app, { email: 'ceo-of-a-bank@example.org' })
      const mail = await mailAfter(app, { to: 'proven@example.org', about: 'code' }, () =>
        person.send('POST', '/api/auth/email/request', { email: 'proven@example.org' }),
      )
      const body = { email: 'proven@example.org', code: codeIn(mail) }
      expect((await person.send('POST', '/api/auth/email/verify', body)).body.emails).toEqual([
        { email: 'proven@example.org', verified: true, primary: true },
        { email: 'ceo-of-a-bank@example.org', verified: false, primary: false },
      ])
    })
  })
})

interface Marked {
  id?: string
  user_id?: string
  deal_id?: string
  email_verified?: boolean
  author_email_verified?: boolean
}
