import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { days } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { htmlDivider } from '../../platform/mail/outbox-mail.ts'
import { belongings, orgNamed, orgServices, readAll, recorded } from '../../testing/org-people.ts'
import { forgetLimits, plantOrg, useUp } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

onService('invitations', (app) => {
  let owner: Person
  let member: Person
  let outsider: Person
  let superadmin: Person
  let org: string
  let lakeshore: string

  beforeAll(async () => {
    owner = await app.signIn('owner')
    member = await app.signIn('editor')
    outsider = await app.signIn('outsider')
    superadmin = await app.signIn('superadmin')
    org = await orgNamed(app, 'Northwind Capital')
    lakeshore = await orgNamed(app, 'Lakeshore Partners')
  })
  beforeEach(async () => {
    await forgetLimits(app)
    await app.sql('DELETE FROM org_invitations')
    await app.sql('DELETE FROM teams')
    await app.sql('DELETE FROM admin_log')
    await app.sql('DELETE FROM org_members WHERE org_id = $1 AND user_id = ANY($2)', [
      org,
      [outsider.userId, superadmin.userId],
    ])
    await app.sql("UPDATE orgs SET status = 'active'")
  })

  const at = (orgId = org) => `/api/orgs/${orgId}/invitations`
  const invite = (body: unknown, by = owner, orgId = org) => by.send('POST', at(orgId), body)
  const accept = (by: Person, token: unknown, headers?: Record<string, string>) =>
    by.send('POST', '/api/orgs/invitations/accept', { token }, headers)
  const open = async (orgId = org) => (await owner.get(at(orgId))).body.invitations
  const rolesIn = async (person: Person) =>
    (await app.sql('SELECT role FROM org_members WHERE org_id = $1 AND user_id = $2', [org, person.userId])).map(
      ({ role }) => role,
    )
  const plantTeam = async (orgId = org): Promise<string> => {
    const id = newId()
    await app.sql('INSERT INTO teams (id, org_id, name, created_at, updated_at) VALUES ($1, $2, $3, now(), now())', [
      id,
      orgId,
      `Team ${id}`,
    ])
    return id
  }

  const tokenIn = (mail: string): string => /\/app\/join#token=([\w-]{43})$/m.exec(mail)?.[1] ?? ''
  const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
  /** Sends an invitation and reads its mail, which can arrive after those of others. */
  const invited = async (body: Record<string, unknown>, by = owner, orgId = org) => {
    const answer = await invite(body, by, orgId)
    expect(answer.status).toBe(201)
    const [stored] = await app.sql('SELECT token_hash FROM org_invitations WHERE id = $1', [answer.body.id])
    const mail = await vi.waitUntil(
      async () => (await app.mails()).find((item) => digestOf(tokenIn(item)) === stored?.['token_hash']),
      { timeout: 10_000 },
    )
    return { invitation: answer.body, mail, token: tokenIn(mail) }
  }

  describe('sending an invitation', () => {
    it('returns address, role and expiry of an invitation but not its token, and records it in the admin log', async () => {
      const { invitation, token } = await invited({ email: ' New.Person@Example.com ' })
      expect(invitation).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        org_id: org,
        email: 'new.person@example.com',
        role: 'member',
        team_id: null,
        invited_by: owner.userId,
        created_at: instant,
        expires_at: new Date(Date.parse(invitation.created_at) + days(7)).toISOString(),
      })
      expect(await recorded(app, org)).toEqual([
        {
          action: 'invitation.created',
          actor_id: owner.userId,
          target_type: 'invitation',
          target_id: invitation.id,
          before: null,
          after: { email: 'new.person@example.com', role: 'member', team_id: null },
        },
      ])
      const stored = JSON.stringify([
        await app.sql('SELECT * FROM org_invitations'),
        await app.sql('SELECT * FROM admin_log'),
      ])
      expect(token).toHaveLength(43)
      expect(stored).not.toContain(token)
    })

    it('stores role and team of an invitation', async () => {
      const team_id = await plantTeam()
      const { invitation } = await invited({ email: 'new@example.com', role: 'admin', team_id })
      expect(invitation).toMatchObject({ role: 'admin', team_id })
      const { status, body } = await invite({ email: 'new@example.com', team_id: null })
      expect([status, body.team_id, body.role]).toEqual([201, null, 'member'])
    })

    it('mails an invitation only to its address, as text and HTML, with the token in the URL fragment', async () => {
      const { mail, token } = await invited({ email: 'new@example.com' })
      const [text = '', html = ''] = mail.split(htmlDivider)
      expect(text).toMatch(/^To: new@example\.com$/m)
      expect(text).toMatch(/^Subject: Maya Okafor invited you to Northwind Capital$/m)
      expect(text).toContain('Maya Okafor invited you to join Northwind Capital on Deal Canvas.')
      expect(html).toMatch(new RegExp(`<a href="http://[^"?]+/app/join#token=${token}">Join Northwind Capital</a>`))
      expect(text).toContain('7 days')
    })

    it('prevents names from injecting headers or HTML into the invitation mail', async () => {
      const orgId = await plantOrg(app, { [member.userId]: 'admin' })
      await app.sql('UPDATE orgs SET name = \'A & "B"\' WHERE id = $1', [orgId])
      const name = 'Eve\r\nBcc: all@example.com\n\n<img src=x onerror=alert(1)>\u2028\u0085'
      await app.sql('UPDATE users SET display_name = $2 WHERE id = $1', [member.userId, name])
      const { mail } = await invited({ email: 'new@example.com' }, member, orgId)
      const [text = '', html = ''] = mail.split(htmlDivider)
      expect(text).toMatch(
        /^Subject: Eve Bcc: all@example\.com <img src=x onerror=alert\(1\)> invited you to A & "B"$/m,
      )
      expect(text).not.toMatch(/^(Bcc|<img)/m)
      expect(html).not.toContain('<img')
      expect(html).toContain('Eve Bcc: all@example.com &lt;img src=x onerror=alert(1)&gt;')
      expect(html).toContain('Join A &amp; &quot;B&quot;</a>')
      await app.sql("UPDATE users SET display_name = 'Priya Nair' WHERE id = $1", [member.userId])
      await app.sql('DELETE FROM orgs WHERE id = $1', [orgId])
    })

    it('answers an invitation the same way for members, other accounts and unknown addresses [INVITE-1]', async () => {
      const answers = []
      for (const email of ['outsider@example.com', 'viewer@example.com', 'nobody@example.com']) {
        const { status, body } = await invite({ email })
        answers.push([status, Object.keys(body), { ...body, email: '', id: '', created_at: '', expires_at: '' }])
      }
      expect(answers[1]).toEqual(answers[0])
      expect(answers[2]).toEqual(answers[0])
      expect(await app.sql('SELECT 1 FROM org_members WHERE org_id = $1', [org])).toHaveLength(4)
    })

    it('replaces an open invitation for the same address, ignoring case, and invalidates the older link', async () => {
      const first = await invited({ email: 'outsider@example.com' })
      const second = await invited({ email: 'OUTSIDER@example.com', role: 'admin' })
      expect(await open()).toMatchObject([{ id: second.invitation.id, role: 'admin' }])
      expectRefusal(await accept(outsider, first.token), 400, 'invite_invalid')
      expect((await accept(outsider, second.token)).body.role).toBe('admin')
    })

    it('replaces an expired invitation too, but never one of another organization', async () => {
      const theirs = await invited({ email: 'new@example.com' }, outsider, lakeshore)
      const old = await invited({ email: 'new@example.com' })
      await app.sql("UPDATE org_invitations SET expires_at = now() - interval '1 second' WHERE id = $1", [
        old.invitation.id,
      ])
      expect((await invite({ email: 'new@example.com' })).status).toBe(201)
      expect((await outsider.get(at(lakeshore))).body.invitations).toMatchObject([{ id: theirs.invitation.id }])
    })

    it('leaves one invitation open when many are sent to one address concurrently', async () => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => invite({ email: 'new@example.com' })))
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
      expect(await open()).toHaveLength(1)
    })

    it('rejects an invitation with a malformed or unknown team, or one of another organization', async () => {
      for (const team_id of [await plantTeam(lakeshore), newId()]) {
        const { status, body } = await invite({ email: 'new@example.com', team_id })
        expect([status, body.detail[0].type, body.detail[0].loc]).toEqual([422, 'value_error', ['body', 'team_id']])
      }
      expect((await invite({ email: 'new@example.com', team_id: 'x' })).body.detail[0].type).toBe('uuid_parsing')
      expect(await open()).toEqual([])
    })

    it('rejects an invitation for the role owner or with an invalid address', async () => {
      for (const role of ['owner', 'boss', null]) {
        expect((await invite({ email: 'new@example.com', role })).body.detail[0].loc).toEqual(['body', 'role'])
      }
      for (const email of ['', 'x', 'a@b', 'a b@example.com', 'a@example.com,b@example.com', null, undefined]) {
        expect((await invite({ email })).body.detail[0].loc).toEqual(['body', 'email'])
      }
      expect(await open()).toEqual([])
    })

    it('limits invitations to 60 per hour', async () => {
      await useUp(app, 'invitation', owner.userId)
      const answer = await invite({ email: 'new@example.com' })
      expectRefusal(answer, 429, 'rate_limited')
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(await open()).toEqual([])
    })

    it('sends an invitation once for repeated requests with the same Idempotency-Key', async () => {
      const sent = (await app.mails()).length
      const send = () => owner.send('POST', at(), { email: 'once@example.com' }, { 'idempotency-key': 'invite' })
      const first = await send()
      expect((await send()).body).toEqual(first.body)
      // A mail sent after both proves that there was no second one before it.
      await invite({ email: 'after@example.com' })
      const mails = await vi.waitUntil(
        async () => {
          const all = (await app.mails()).slice(sent)
          return all.some((mail) => mail.includes('To: after@example.com')) && all
        },
        { timeout: 10_000 },
      )
      expect(mails.filter((mail) => mail.includes('To: once@example.com'))).toHaveLength(1)
    })
  })

  describe('listing invitations', () => {
    it('lists open invitations in pages, newest first', async () => {
      const ids: string[] = []
      for (const name of ['a', 'b', 'c', 'd', 'e']) {
        ids.unshift((await invite({ email: `${name}@example.com` })).body.id)
      }
      await owner.send('DELETE', `${at()}/${ids[1]}`)
      await app.sql("UPDATE org_invitations SET expires_at = now() - interval '1 second' WHERE id = $1", [ids[2]])
      await invite({ email: 'x@example.com' }, outsider, lakeshore)
      const expected = [ids[0], ids[3], ids[4]].map((id) => ({ id, org_id: org }))
      for (const limit of [1, 2, 100]) {
        expect(await readAll(owner, at(), 'invitations', limit)).toMatchObject(expected)
      }
      expect((await owner.get(at())).body).toMatchObject({ has_more: false, next_cursor: null })
    })

    it.each(['limit=0', 'limit=101', 'cursor=x'])('rejects the invitation query %s with 422', async (query) => {
      expect((await owner.get(`${at()}?${query}`)).status).toBe(422)
    })
  })

  describe('withdrawing an invitation', () => {
    it('invalidates a withdrawn invitation and records it in the admin log', async () => {
      const { invitation, token } = await invited({ email: 'outsider@example.com', role: 'admin' })
      await app.sql('DELETE FROM admin_log')
      expect(await owner.send('DELETE', `${at()}/${invitation.id}`)).toMatchObject({ status: 204, body: '' })
      expectRefusal(await accept(outsider, token), 400, 'invite_invalid')
      expect(await recorded(app, org)).toMatchObject([
        {
          action: 'invitation.withdrawn',
          actor_id: owner.userId,
          target_id: invitation.id,
          before: { email: 'outsider@example.com', role: 'admin', team_id: null },
          after: null,
        },
      ])
      expectRefusal(await owner.send('DELETE', `${at()}/${invitation.id}`), 404, 'invitation_not_found')
    })

    it('returns 404 when withdrawing an invitation that is not open or belongs to another organization', async () => {
      const expired = (await invite({ email: 'a@example.com' })).body.id
      await app.sql('UPDATE org_invitations SET expires_at = now()')
      const theirs = (await invite({ email: 'b@example.com' }, outsider, lakeshore)).body.id
      for (const id of [expired, theirs, newId(), 'no-id']) {
        expectRefusal(await owner.send('DELETE', `${at()}/${id}`), 404, 'invitation_not_found')
      }
      expect((await outsider.get(at(lakeshore))).body.invitations).toHaveLength(1)
    })
  })

  describe('accepting an invitation', () => {
    it('adds a member with the role and team of the invitation', async () => {
      const team_id = await plantTeam()
      const { token } = await invited({ email: 'outsider@example.com', role: 'admin', team_id })
      const { status, body } = await accept(outsider, token)
      expect(status).toBe(200)
      expect(body).toEqual({
        id: org,
        org_id: org,
        name: 'Northwind Capital',
        slug: 'northwind-capital',
        status: 'active',
        created_at: instant,
        updated_at: instant,
        settings: {},
        member_count: 5,
        role: 'admin',
      })
      expect((await owner.get(`/api/orgs/${org}/teams/${team_id}/members`)).body.members).toMatchObject([
        { user_id: outsider.userId, role: 'admin' },
      ])
      expect(await open()).toEqual([])
      expect(await app.sql('SELECT accepted_by FROM org_invitations')).toEqual([{ accepted_by: outsider.userId }])
    })

    it('adds a member even if the team of the invitation was deleted in the meantime', async () => {
      const team_id = await plantTeam()
      const { token } = await invited({ email: 'outsider@example.com', team_id })
      expect((await owner.send('DELETE', `/api/orgs/${org}/teams/${team_id}`)).status).toBe(204)
      expect((await accept(outsider, token)).body.role).toBe('member')
    })

    it('accepts an invitation for any address of the user', async () => {
      await app.sql(
        'INSERT INTO user_emails (user_id, email, is_primary, can_sign_in, verified_at, created_at) VALUES ($1, $2, false, true, now(), now())',
        [outsider.userId, 'second@example.com'],
      )
      const { token } = await invited({ email: 'Second@example.com' })
      expect((await accept(outsider, token)).status).toBe(200)
      await app.sql("DELETE FROM user_emails WHERE email = 'second@example.com'")
    })

    it('accepts an invitation only once [INVITE-2]', async () => {
      const { token } = await invited({ email: 'outsider@example.com' })
      expect((await accept(outsider, token)).status).toBe(200)
      expectRefusal(await accept(outsider, token), 400, 'invite_invalid')
      await app.sql('DELETE FROM org_members WHERE org_id = $1 AND user_id = $2', [org, outsider.userId])
      expectRefusal(await accept(outsider, token), 400, 'invite_invalid')
    })

    it('accepts an invitation once under concurrent requests', async () => {
      const { token } = await invited({ email: 'outsider@example.com' })
      const answers = await Promise.all(Array.from({ length: 6 }, () => accept(outsider, token)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400])
      expect(await rolesIn(outsider)).toEqual(['member'])
    })

    it('returns the first response again for the same Idempotency-Key, and does not store the token', async () => {
      const { token } = await invited({ email: 'outsider@example.com' })
      const key = { 'idempotency-key': newId() }
      const first = await accept(outsider, token, key)
      expect(first.status).toBe(200)
      expect((await accept(outsider, token, key)).body).toEqual(first.body)
      const kept = await app.sql('SELECT * FROM idempotency_keys')
      expect(JSON.stringify(kept)).not.toContain(token)
    })

    it('rejects unknown, expired and inactive-organization invitations with the same error', async () => {
      expectRefusal(await accept(outsider, 'x'), 400, 'invite_invalid')
      const { token, invitation } = await invited({ email: 'outsider@example.com' })
      for (const status of ['suspended', 'archived']) {
        await app.sql('UPDATE orgs SET status = $2 WHERE id = $1', [org, status])
        expectRefusal(await accept(outsider, token), 400, 'invite_invalid')
      }
      await app.sql("UPDATE orgs SET status = 'active'")
      await app.sql("UPDATE org_invitations SET expires_at = now() - interval '1 second' WHERE id = $1", [
        invitation.id,
      ])
      expectRefusal(await accept(outsider, token), 400, 'invite_invalid')
      expect(await rolesIn(outsider)).toEqual([])
    })

    it('rejects a malformed invitation token without echoing it', async () => {
      for (const token of ['', 'x'.repeat(201), 7, null]) {
        const { status, body } = await accept(outsider, token)
        expect([status, body.detail[0].loc, body.detail[0].input]).toEqual([422, ['body', 'token'], null])
      }
      expect((await accept(outsider, undefined)).body.detail[0].type).toBe('missing')
    })

    it('rejects an invitation for everyone but the invited address and keeps it open [INVITE-3]', async () => {
      const { token } = await invited({ email: 'outsider@example.com' })
      expectRefusal(await accept(superadmin, token), 403, 'invitation_for_other')
      expect(await rolesIn(superadmin)).toEqual([])
      expect((await accept(outsider, token)).status).toBe(200)
    })

    it('rejects an invitation for an existing member and keeps it open', async () => {
      const { token, invitation } = await invited({ email: 'editor@example.com', role: 'admin' })
      expectRefusal(await accept(member, token), 409, 'already_member')
      expect(await rolesIn(member)).toEqual(['member'])
      expect(await open()).toMatchObject([{ id: invitation.id }])
    })

    it('rejects accepting an invitation without signing in', async () => {
      const answer = await app.send('POST', '/api/orgs/invitations/accept', { body: { token: 'x' } })
      expectRefusal(answer, 401, 'not_authenticated')
    })

    it('rejects an invitation after seven days [INVITE-4]', async () => {
      const { token } = await invited({ email: 'superadmin@example.com' })
      app.advance(days(7) + 1000)
      const later = await app.signIn('superadmin')
      expectRefusal(await accept(later, token), 400, 'invite_invalid')
      app.advance(-days(7) - 1000)
      expect((await accept(superadmin, token)).body.role).toBe('member')
    })
  })

  describe('invitation to an unverified address', () => {
    const address = 'pending@example.com'
    const give = (person: Person, { canSignIn = true, verified = false } = {}) =>
      app.sql(
        'INSERT INTO user_emails (user_id, email, is_primary, can_sign_in, verified_at, created_at) VALUES ($1, $2, false, $3, $4, now())',
        [person.userId, address, canSignIn, verified ? new Date() : null],
      )
    const seen = async (person: Person) =>
      (await person.get('/api/auth/me')).body.emails.find(({ email }: { email: string }) => email === address)
    beforeEach(() => app.sql('DELETE FROM user_emails WHERE email = $1', [address]))

    it('verifies the address when the invitation is accepted, because the user has read its mail', async () => {
      await give(outsider)
      const { token } = await invited({ email: address })
      expect((await accept(outsider, token)).status).toBe(200)
      expect(await seen(outsider)).toMatchObject({ verified: true })
    })

    it.each([
      { canSignIn: false, replaces: null },
      { canSignIn: true, replaces: 'outsider@example.com' },
    ])('rejects an invitation to an unproven address set by an administrator ($canSignIn, $replaces)', async (set) => {
      await give(outsider, set)
      await app.sql('UPDATE user_emails SET replaces = $2 WHERE email = $1', [address, set.replaces])
      const { token } = await invited({ email: address })
      expectRefusal(await accept(outsider, token), 403, 'invitation_for_other')
      expect(await app.sql('SELECT can_sign_in, verified_at FROM user_emails WHERE email = $1', [address])).toEqual([
        { can_sign_in: set.canSignIn, verified_at: null },
      ])
    })

    it.each([true, false])(
      'rejects an invitation to an address that another user has verified (signs in: %s)',
      async (canSignIn) => {
        await give(outsider, { canSignIn })
        await give(superadmin, { verified: true })
        const { token } = await invited({ email: address })
        expectRefusal(await accept(outsider, token), 400, 'invite_invalid')
        expect(await rolesIn(outsider)).toEqual([])
        expect((await accept(superadmin, token)).status).toBe(200)
      },
    )

    it('leaves the address unverified if the invitation is rejected', async () => {
      await give(member)
      const { token } = await invited({ email: address })
      expectRefusal(await accept(member, token), 409, 'already_member')
      expect(await seen(member)).toMatchObject({ verified: false })
    })
  })

  describe('invitation at registration', () => {
    it('keeps an invitation open for its address until it is redeemed', async () => {
      const { invitations } = orgServices(app)
      const email = 'new@example.com'
      const { token } = await invited({ email, role: 'admin' })
      expect(await invitations.isOpen(token, email)).toBe(true)
      expect(await invitations.isOpen(token, 'other@example.com')).toBe(false)
      expect(await invitations.isOpen('unknown', email)).toBe(false)
      expect(await invitations.redeem(token, 'other@example.com', outsider.userId)).toBe(false)
      expect(await invitations.redeem('unknown', email, outsider.userId)).toBe(false)
      expect(await rolesIn(outsider)).toEqual([])
      expect(await invitations.redeem(token, email, outsider.userId)).toBe(true)
      expect(await rolesIn(outsider)).toEqual(['admin'])
      expect(await invitations.isOpen(token, email)).toBe(false)
      expect(await invitations.redeem(token, email, superadmin.userId)).toBe(false)
    })

    it("redeems an invitation within the caller's transaction, or not at all", async () => {
      const { invitations } = orgServices(app)
      const email = 'new@example.com'
      const { token } = await invited({ email })
      const failing = app.service.database.transaction(async () => {
        expect(await invitations.redeem(token, email, outsider.userId)).toBe(true)
        throw new Error('registration failed')
      })
      await expect(failing).rejects.toThrow('registration failed')
      expect(await rolesIn(outsider)).toEqual([])
      expect(await invitations.isOpen(token, email)).toBe(true)
    })

    it('rejects redeeming an invitation of an inactive organization', async () => {
      const { invitations } = orgServices(app)
      const { token } = await invited({ email: 'new@example.com' })
      await app.sql("UPDATE orgs SET status = 'archived' WHERE id = $1", [org])
      expect(await invitations.isOpen(token, 'new@example.com')).toBe(false)
      expect(await invitations.redeem(token, 'new@example.com', outsider.userId)).toBe(false)
    })
  })

  it('rejects invitation requests from members and outsiders without changing anything', async () => {
    const { invitation } = await invited({ email: 'new@example.com' })
    const before = await belongings(app)
    expectRefusal(await invite({ email: 'outsider@example.com' }, outsider), 404, 'org_not_found')
    expectRefusal(await outsider.get(at()), 404, 'org_not_found')
    expectRefusal(await outsider.send('DELETE', `${at()}/${invitation.id}`), 404, 'org_not_found')
    expectRefusal(await invite({ email: 'x@example.com' }, member), 403, 'org_role_too_low')
    expectRefusal(await member.get(at()), 403, 'org_role_too_low')
    expectRefusal(await member.send('DELETE', `${at()}/${invitation.id}`), 403, 'org_role_too_low')
    expect(await belongings(app)).toEqual(before)
  })
})
