import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { days, later } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { forgetLimits, plantOrg } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'

const path = '/api/superadmin/invite-codes'

onService('invite codes', (app) => {
  let superadmin: Person
  let owner: Person
  beforeAll(async () => {
    superadmin = await app.signIn('superadmin')
    owner = await app.signIn('owner')
  })
  beforeEach(() => forgetLimits(app))

  const create = (body?: unknown, headers?: Record<string, string>) => superadmin.send('POST', path, body, headers)
  const change = (id: string, body: unknown) => superadmin.send('PATCH', `${path}/${id}`, body)
  const lastAct = async () => (await superadmin.get('/api/superadmin/admin-log?limit=1')).body.acts[0]
  const inDays = (count: number) => later(new Date(), days(count)).toISOString()

  it('allows only superadmins to manage invite codes', async () => {
    const made = await create({})
    const calls = [
      ['POST', path, {}],
      ['GET', path, undefined],
      ['PATCH', `${path}/${made.body.id}`, { is_active: false }],
    ] as const
    for (const [method, to, body] of calls) {
      expectRefusal(await owner.send(method, to, body), 403, 'superadmin_required')
      expectRefusal(await app.send(method, to, { body: body ?? '' }), 401, 'not_authenticated')
    }
  })

  describe('invite code creation', () => {
    it('creates an unlimited invite code without an organization from an empty request', async () => {
      for (const body of [undefined, {}, null, { description: null, max_uses: null, expires_at: null, org_id: null }]) {
        const answer = await create(body)
        expect([answer.status, answer.body]).toEqual([
          201,
          {
            id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
            code: expect.stringMatching(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/),
            created_by: superadmin.userId,
            uses_count: 0,
            role: 'member',
            is_active: true,
            created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          },
        ])
      }
    })

    it('stores all fields of an invite code and logs its creation without the code', async () => {
      const orgId = await plantOrg(app)
      const expires_at = inDays(30)
      const wanted = { description: ' Spring intake ', max_uses: 10, expires_at, org_id: orgId, role: 'admin' }
      const { status, body } = await create(wanted)
      expect(status).toBe(201)
      expect(body).toMatchObject({ ...wanted, description: 'Spring intake', uses_count: 0, is_active: true })
      const act = await lastAct()
      expect(act).toMatchObject({
        actor_id: superadmin.userId,
        action: 'invite_code.created',
        target_type: 'invite_code',
        target_id: body.id,
        org_id: orgId,
        before: null,
        after: { description: 'Spring intake', max_uses: 10, role: 'admin', expires_at },
      })
      expect(JSON.stringify(act)).not.toContain(body.code)
    })

    it('requires an invite code expiry in the future with a time zone', async () => {
      const { body } = await create({ expires_at: '2999-06-01T12:00:00+02:00' })
      expect(body.expires_at).toBe('2999-06-01T10:00:00.000Z')
      const wrong = (input: string, reason: string) => ({
        type: 'value_error',
        loc: ['body', 'expires_at'],
        msg: `Value error, ${reason}`,
        input,
        ctx: { error: reason },
      })
      for (const input of ['tomorrow', '2999-01-01', '2999-01-01T00:00:00', '2999-02-30T00:00:00Z', '']) {
        const { status, body } = await create({ expires_at: input })
        expect([status, body.detail]).toEqual([
          422,
          [wrong(input, 'Time must be in ISO 8601 with a time zone, such as 2026-11-15T09:30:00Z')],
        ])
      }
      for (const input of ['2020-01-01T00:00:00Z', new Date().toISOString()]) {
        const { status, body } = await create({ expires_at: input })
        expect([status, body.detail]).toEqual([422, [wrong(input, 'Time must be in the future')]])
      }
    })

    it('rejects an invite code for an unknown or inactive organization, or with an invalid field', async () => {
      const archived = await plantOrg(app)
      await app.sql("UPDATE orgs SET status = 'archived' WHERE id = $1", [archived])
      for (const org_id of [newId(), archived]) {
        const { status, body } = await create({ org_id, expires_at: 'never' })
        expect([status, body.detail.map(({ loc, msg }: { loc: string[]; msg: string }) => [loc[1], msg])]).toEqual([
          422,
          [
            ['expires_at', 'Value error, Time must be in ISO 8601 with a time zone, such as 2026-11-15T09:30:00Z'],
            ['org_id', 'Value error, There is no such organization'],
          ],
        ])
      }
      const wrong = {
        max_uses: [0, -1, 1.5, '3', 1_000_001],
        role: ['owner', '', null],
        org_id: ['nonsense', 7],
        description: ['x'.repeat(501), 7],
        expires_at: [7],
      }
      for (const [field, values] of Object.entries(wrong)) {
        for (const value of values) {
          const { status, body } = await create({ [field]: value })
          expect([field, value, status, body.detail?.[0]?.loc]).toEqual([field, value, 422, ['body', field]])
        }
      }
    })

    it('creates one invite code for a repeated request', async () => {
      const first = await create({ description: 'once' }, { 'idempotency-key': 'invite' })
      const again = await create({ description: 'once' }, { 'idempotency-key': 'invite' })
      expect([again.status, again.body]).toEqual([201, first.body])
    })
  })

  describe('invite code list', () => {
    it('lists invite codes newest first, page by page, with filters', async () => {
      await app.sql('DELETE FROM invite_codes')
      const orgId = await plantOrg(app)
      const made: string[] = []
      for (let n = 0; n < 5; n++) {
        app.advance(1000)
        made.unshift((await create(n % 2 === 0 ? { org_id: orgId } : {})).body.id)
      }
      const [newest = ''] = made
      await change(newest, { is_active: false })
      const ids = (codes: { id: string }[]) => codes.map(({ id }) => id)
      const list = async (query: string) => (await superadmin.get(`${path}?${query}`)).body
      const whole = await list('')
      expect([ids(whole.invite_codes), whole.has_more, whole.next_cursor]).toEqual([made, false, null])
      expect(whole.invite_codes[0]).toMatchObject({ id: newest, is_active: false, org_id: orgId })
      const seen: string[] = []
      for (let cursor = '', more = true; more; ) {
        const page = await list(`limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
        seen.push(...ids(page.invite_codes))
        ;[cursor, more] = [page.next_cursor, page.has_more]
      }
      expect(seen).toEqual(made)
      expect(ids((await list('is_active=false')).invite_codes)).toEqual([newest])
      expect((await list(`org_id=${orgId}`)).invite_codes).toHaveLength(3)
      expect((await list(`org_id=${orgId}&is_active=true`)).invite_codes).toHaveLength(2)
      expect((await list(`org_id=${newId()}`)).invite_codes).toEqual([])
      for (const query of ['limit=0', 'limit=101', 'cursor=nonsense', 'is_active=perhaps', 'org_id=x']) {
        expect([query, (await superadmin.get(`${path}?${query}`)).status]).toEqual([query, 422])
      }
    })
  })

  describe('invite code changes', () => {
    it('changes is_active and description of an invite code, each alone or both, and records it [INVITE-5]', async () => {
      const { body: made } = await create({ description: 'First', max_uses: 2 })
      expect((await change(made.id, { is_active: false })).body).toEqual({ ...made, is_active: false })
      expect((await change(made.id, { description: 'Second' })).body).toEqual({
        ...made,
        is_active: false,
        description: 'Second',
      })
      expect(await lastAct()).toMatchObject({
        action: 'invite_code.changed',
        target_id: made.id,
        before: { is_active: false, description: 'First' },
        after: { is_active: false, description: 'Second' },
      })
      const { status, body } = await change(made.id, { is_active: true, description: '' })
      expect(status).toBe(200)
      const { description: _, ...undescribed } = made
      expect(body).toEqual(undescribed)
    })

    it('rejects a change of an invite code without is_active and description with 422 [INVITE-6]', async () => {
      const { body: made } = await create()
      const reason = 'Send is_active or description'
      for (const id of [made.id, newId()]) {
        const { status, body } = await change(id, { max_uses: 7 })
        expect([status, body.detail]).toEqual([
          422,
          [{ type: 'value_error', loc: ['body'], msg: `Value error, ${reason}`, input: {}, ctx: { error: reason } }],
        ])
      }
      for (const body of [
        { is_active: null },
        { is_active: 'perhaps' },
        { description: null },
        { description: 'x'.repeat(501) },
      ])
        expect([body, (await change(made.id, body)).status]).toEqual([body, 422])
    })

    it('returns 404 for a change of an unknown invite code, and 422 for an invalid id', async () => {
      expectRefusal(await change(newId(), { is_active: false }), 404, 'invite_code_not_found')
      const { status, body } = await change('nonsense', { is_active: false })
      expect([status, body.detail[0].type, body.detail[0].loc]).toEqual([422, 'uuid_parsing', ['path', 'code_id']])
    })
  })
})
