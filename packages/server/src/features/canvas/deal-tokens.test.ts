import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { auditTrailOf } from '../../testing/deal-audit-trail.ts'
import { orgNamed } from '../../testing/org-people.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { type Answer, expectRefusal, onService, type Person, someIp } from '../../testing/service.ts'

onService('deal tokens', (app) => {
  let editor: Person
  let superadmin: Person
  let northwind: string
  let deal: string
  // Signs in before each test, because the tests move the clock and end sessions.
  beforeEach(async () => {
    await forgetLimits(app)
    editor = await app.signIn('editor', someIp())
    superadmin = await app.signIn('superadmin', someIp())
    northwind = await orgNamed(app, 'Northwind Capital')
    deal = await plantDeal(app, { orgId: northwind, members: { [editor.userId]: 'editor' } })
  })

  const get = (token: string, path: string) => app.send('GET', path, { token })
  const sidOf = (token: string) => String(decodeJwt(token)['sid'])
  const endSessionIn = (token: string, ms: number) =>
    app.sql('UPDATE sessions SET expires_at = $2 WHERE id = $1', [
      sidOf(token),
      new Date(Number(decodeJwt(token).iat) * 1000 + ms),
    ])

  describe('token refresh', () => {
    const refresh = (token: string, dealId = deal, more: { body?: unknown; headers?: Record<string, string> } = {}) =>
      app.send('POST', `/api/canvas/${dealId}/token/refresh`, { token, ...more })

    it('returns a 60-minute token for one deal and the same session [TOKEN-1]', async () => {
      const { status, body } = await refresh(editor.token)
      expect([status, body]).toEqual([200, { token: expect.any(String), expires_in_minutes: 60 }])
      const claims = decodeJwt(body.token)
      expect(claims).toMatchObject({
        aud: 'deal-canvas',
        sub: editor.userId,
        sid: sidOf(editor.token),
        token_use: 'deal',
        deal_id: deal,
      })
      expect(Number(claims.exp) - Number(claims.iat)).toBe(3600)
      expect(claims).not.toHaveProperty('grant')
      expect((await get(body.token, `/api/canvas/${deal}`)).body.deal.role).toBe('editor')
    })

    it('renews a deal token with the deal token itself, each with its own expiry', async () => {
      const first = (await refresh(editor.token)).body.token
      app.advance(minutes(40))
      const second = await refresh(first)
      expect([second.status, second.body.expires_in_minutes]).toEqual([200, 60])
      app.advance(minutes(40))
      expectRefusal(await refresh(first), 401, 'token_expired')
      expectRefusal(await refresh(editor.token), 401, 'token_expired')
      expect((await get(second.body.token, `/api/canvas/${deal}`)).status).toBe(200)
    })

    it('ignores the body of a token refresh, even if it is empty or malformed', async () => {
      const json = { 'content-type': 'application/json' }
      for (const more of [
        {},
        { body: '' },
        { body: '', headers: json },
        { body: {} },
        { body: '{"x":', headers: json },
      ]) {
        expect([more, (await refresh(editor.token, deal, more)).status]).toEqual([more, 200])
      }
    })

    it('issues no deal token that outlives the session', async () => {
      await endSessionIn(editor.token, minutes(10))
      const { body } = await refresh(editor.token)
      expect([9, 10]).toContain(body.expires_in_minutes)
      app.advance(minutes(11))
      expect((await get(body.token, `/api/canvas/${deal}`)).status).toBe(401)
    })

    it('rejects a token refresh with 401 after the session has ended', async () => {
      const { token } = (await refresh(editor.token)).body
      await editor.send('POST', '/api/auth/logout')
      for (const accessToken of [token, editor.token]) expectRefusal(await refresh(accessToken), 401, 'session_ended')
      expectRefusal(await get(token, `/api/canvas/${deal}`), 401, 'session_ended')
    })

    it('rejects a deal token outside the canvas of its own deal with 403 token_scope [TOKEN-2]', async () => {
      const { token } = (await refresh(editor.token)).body
      const other = await plantDeal(app, { members: { [editor.userId]: 'owner' } })
      for (const id of [other, 'unknown']) expectRefusal(await refresh(token, id), 403, 'token_scope')
      for (const path of ['/api/deals', `/api/deals/${deal}`, '/api/auth/me', '/api/canvas/notifications']) {
        expectRefusal(await get(token, path), 403, 'token_scope')
      }
      expectRefusal(await app.send('DELETE', `/api/deals/${deal}`, { token }), 403, 'token_scope')
      const again = await app.send('POST', `/api/canvas/${deal}/superadmin-token`, { token, body: { reason: 'x' } })
      expectRefusal(again, 403, 'token_scope')
    })

    it('answers 404 to a deal token whose user lost the role [TOKEN-3]', async () => {
      expectRefusal(await refresh(superadmin.token), 404, 'deal_not_found')
      const { token } = (await refresh(editor.token)).body
      await app.sql('DELETE FROM deal_members WHERE deal_id = $1', [deal])
      expectRefusal(await refresh(token), 404, 'deal_not_found')
    })
  })

  describe('token reissue', () => {
    const reissue = (cookie: string | undefined, dealId = deal, headers: Record<string, string> = {}) =>
      app.send('POST', `/api/canvas/${dealId}/token/reissue`, { cookie, headers })
    const kept = () =>
      app.sql('SELECT * FROM refresh_tokens WHERE session_id = $1 ORDER BY hash', [sidOf(editor.token)])

    it('issues a deal token for the refresh cookie when the access token has expired, and rotates the cookie [TOKEN-5]', async () => {
      app.advance(minutes(90))
      const answer = await reissue(editor.cookie)
      expect([answer.status, answer.body.expires_in_minutes]).toEqual([200, 60])
      expect(answer.cookie).toMatch(/^[\w-]{43}$/)
      expect(decodeJwt(answer.body.token)).toMatchObject({ sub: editor.userId, deal_id: deal, token_use: 'deal' })
      expect((await get(answer.body.token, `/api/canvas/${deal}`)).status).toBe(200)
      const next = await reissue(answer.cookie)
      expect(next.status).toBe(200)
      expect((await app.send('POST', '/api/auth/refresh', { cookie: next.cookie })).status).toBe(200)
    })

    it('keeps the refresh cookie usable after a rejected reissue and after a lost answer', async () => {
      const before = await kept()
      expectRefusal(await reissue(editor.cookie, 'unknown'), 404, 'deal_not_found')
      expect(await kept()).toEqual(before)
      expect((await reissue(editor.cookie)).status).toBe(200)
      app.advance(minutes(30))
      expect((await reissue(editor.cookie)).status).toBe(200)
    })

    it('rejects a token reissue without a valid refresh cookie with 401', async () => {
      for (const cookie of [undefined, '', 'x', 'x'.repeat(101), editor.token]) {
        expectRefusal(await reissue(cookie), 401, 'refresh_invalid')
      }
      const bearer = await app.send('POST', `/api/canvas/${deal}/token/reissue`, { token: editor.token })
      expectRefusal(bearer, 401, 'refresh_invalid')
    })

    it('ends the session when a reissue uses a refresh cookie that was already replaced', async () => {
      const { cookie } = await app.send('POST', '/api/auth/refresh', { cookie: editor.cookie })
      const next = await app.send('POST', '/api/auth/refresh', { cookie })
      app.advance(minutes(1))
      expectRefusal(await reissue(editor.cookie), 401, 'refresh_invalid')
      expectRefusal(await reissue(next.cookie), 401, 'refresh_invalid')
      expectRefusal(await editor.get('/api/auth/me'), 401, 'session_ended')
    })

    it('rejects a token reissue after the session has ended or the account was suspended', async () => {
      const { cookie } = await app.signIn('editor', someIp())
      await app.sql("UPDATE users SET status = 'suspended' WHERE id = $1", [editor.userId])
      expectRefusal(await reissue(cookie), 401, 'refresh_invalid')
      await app.sql("UPDATE users SET status = 'active', force_password_change = true WHERE id = $1", [editor.userId])
      expectRefusal(await reissue(cookie), 403, 'password_change_required')
      await app.sql('UPDATE users SET force_password_change = false WHERE id = $1', [editor.userId])
      expect((await reissue(cookie)).status).toBe(200)
      await editor.send('POST', '/api/auth/logout')
      expectRefusal(await reissue(editor.cookie), 401, 'refresh_invalid')
      app.advance(minutes(60 * 24 * 15))
      expectRefusal(await reissue(cookie), 401, 'refresh_invalid')
    })

    it('returns 404 for a token reissue on a deal that the user cannot see, superadmins included', async () => {
      expectRefusal(await reissue(editor.cookie, 'unknown'), 404, 'deal_not_found')
      expectRefusal(await reissue(superadmin.cookie), 404, 'deal_not_found')
    })

    it('checks the origin of a token reissue', async () => {
      expectRefusal(await reissue(editor.cookie, deal, { origin: 'https://evil.example' }), 403, 'origin_not_allowed')
      expect((await reissue(editor.cookie, deal, { origin: 'http://localhost:8080' })).status).toBe(200)
    })
  })

  describe('superadmin token', () => {
    const enter = (as: Person, reason: unknown = 'Ticket 4711', dealId = deal) =>
      as.send('POST', `/api/canvas/${dealId}/superadmin-token`, { reason })
    const entered = async (): Promise<string> => {
      const answer = await enter(superadmin)
      expect(answer.status).toBe(200)
      return answer.body.token
    }
    const canvas = (token: string): Promise<Answer> => get(token, `/api/canvas/${deal}`)

    it('lets a superadmin token act as owner for 60 minutes and records who entered and why [TOKEN-7]', async () => {
      const { body } = await enter(superadmin, '  Ticket 4711  ')
      expect(body).toEqual({ token: expect.any(String), expires_in_minutes: 60 })
      const { grant, ...claims } = decodeJwt(body.token)
      expect(claims).toMatchObject({ sub: superadmin.userId, token_use: 'deal', deal_id: deal })
      expect((await canvas(body.token)).body.deal.role).toBe('owner')
      const path = `/api/canvas/${deal}/members/${editor.userId}`
      const put = await app.send('PUT', path, { token: body.token, body: { role: 'owner' } })
      expect(put.status).toBe(200)
      const by = { actorId: superadmin.userId, bySuperadmin: true }
      const data = { grant_id: grant, reason: 'Ticket 4711' }
      expect(await auditTrailOf(app, deal)).toEqual([
        { ...by, type: 'deal.superadmin_entered', data: data },
        { ...by, type: 'superadmin.entered', data: { user_id: superadmin.userId, by: 'grant' } },
        { ...by, type: 'deal.member_changed', data: { user_id: editor.userId, role: 'owner' } },
      ])
      const [row] = await app.sql<Record<string, Date>>('SELECT * FROM superadmin_grants WHERE id = $1', [grant])
      expect(row).toMatchObject({ user_id: superadmin.userId, deal_id: deal, reason: 'Ticket 4711' })
      expect(Number(row?.['expires_at']) - Number(row?.['created_at'])).toBe(minutes(60))
      expect(
        await app.sql('SELECT action, actor_id, org_id, after FROM admin_log WHERE target_id = $1', [deal]),
      ).toEqual([{ action: 'deal.superadmin_entered', actor_id: superadmin.userId, org_id: northwind, after: data }])
    })

    it('issues a superadmin token only to superadmins, for an existing deal and with a reason [TOKEN-6]', async () => {
      expectRefusal(await enter(editor), 403, 'superadmin_required')
      expectRefusal(await enter(superadmin, 'x', 'unknown'), 404, 'deal_not_found')
      for (const reason of ['', ' ', '\n\t', 'x'.repeat(501), null, undefined]) {
        const { status, body } = await superadmin.send('POST', `/api/canvas/${deal}/superadmin-token`, { reason })
        expect([status, body.detail[0].loc]).toEqual([422, ['body', 'reason']])
      }
      expect((await enter(superadmin, 'x'.repeat(500))).status).toBe(200)
      expectRefusal(await app.send('POST', `/api/canvas/${deal}/superadmin-token`), 401, 'not_authenticated')
    })

    it('opens a finalized deal and a deal of a suspended organization with a superadmin token', async () => {
      const orgId = northwind
      await app.sql("UPDATE deals SET status = 'finalized' WHERE id = $1", [deal])
      await app.sql("UPDATE orgs SET status = 'suspended' WHERE id = $1", [orgId])
      expect((await canvas(await entered())).status).toBe(200)
      await app.sql("UPDATE orgs SET status = 'active' WHERE id = $1", [orgId])
    })

    it('gives a superadmin no access to a deal without a superadmin token for it [TOKEN-8]', async () => {
      expectRefusal(await canvas(superadmin.token), 404, 'deal_not_found')
      const token = await entered()
      expectRefusal(await canvas(superadmin.token), 404, 'deal_not_found')
      const other = await plantDeal(app, { orgId: northwind })
      expectRefusal(await get(token, `/api/canvas/${other}`), 403, 'token_scope')
      expectRefusal(await get(token, '/api/superadmin/users'), 403, 'token_scope')
    })

    it('refuses to renew a superadmin token', async () => {
      const token = await entered()
      expectRefusal(await app.send('POST', `/api/canvas/${deal}/token/refresh`, { token }), 403, 'token_scope')
      expectRefusal(
        await app.send('POST', `/api/canvas/${deal}/token/reissue`, { cookie: superadmin.cookie }),
        404,
        'deal_not_found',
      )
    })

    it('rejects a superadmin token once its grant has expired or was deleted', async () => {
      const token = await entered()
      await app.sql("UPDATE superadmin_grants SET expires_at = created_at + interval '1 second' WHERE deal_id = $1", [
        deal,
      ])
      app.advance(2000)
      expectRefusal(await canvas(token), 401, 'token_expired')
      await app.sql('DELETE FROM superadmin_grants WHERE deal_id = $1', [deal])
      expectRefusal(await canvas(token), 404, 'deal_not_found')
    })

    it('rejects a superadmin token after 60 minutes, after sign-out and after losing superadmin rights', async () => {
      const token = await entered()
      await app.sql('UPDATE users SET is_superadmin = false WHERE id = $1', [superadmin.userId])
      expectRefusal(await canvas(token), 404, 'deal_not_found')
      await app.sql('UPDATE users SET is_superadmin = true WHERE id = $1', [superadmin.userId])
      expect((await canvas(token)).status).toBe(200)
      app.advance(minutes(60))
      expectRefusal(await canvas(token), 401, 'token_expired')
      superadmin = await app.signIn('superadmin', someIp())
      const another = await entered()
      await superadmin.send('POST', '/api/auth/logout')
      expectRefusal(await canvas(another), 401, 'session_ended')
    })

    it('rejects a superadmin token whose grant belongs to another user or deal', async () => {
      const token = await entered()
      await app.sql('UPDATE superadmin_grants SET user_id = $2 WHERE deal_id = $1', [deal, editor.userId])
      expectRefusal(await canvas(token), 404, 'deal_not_found')
      const other = await plantDeal(app)
      await app.sql('UPDATE superadmin_grants SET user_id = $2, deal_id = $3 WHERE deal_id = $1', [
        deal,
        superadmin.userId,
        other,
      ])
      expectRefusal(await canvas(token), 404, 'deal_not_found')
    })
  })
})
