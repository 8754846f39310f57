import { randomUUID } from 'node:crypto'
import { dealStateKinds } from '@deal-canvas/contract'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeCursor } from '../../http/cursor.ts'
import { days, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { createDatabaseKeyValue } from '../../platform/key-value/database-key-value.ts'
import { happenedTo } from '../../testing/deal-audit-trail.ts'
import { expectObjection, orgNamed, readAll } from '../../testing/org-people.ts'
import { forgetLimits, plantDeal, plantGrant, plantOrg, plantTeam } from '../../testing/planting.ts'
import { plantState } from '../../testing/purging.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'

interface Listed {
  deal_id: string
  name: string
}

onService('deals', (app) => {
  let owner: Person
  let editor: Person
  let viewer: Person
  let outsider: Person
  let superadmin: Person
  let northwind: string
  beforeAll(async () => {
    owner = await app.signIn('owner')
    editor = await app.signIn('editor')
    viewer = await app.signIn('viewer')
    outsider = await app.signIn('outsider')
    superadmin = await app.signIn('superadmin')
    northwind = await orgNamed(app, 'Northwind Capital')
  })
  beforeEach(() => forgetLimits(app))
  const create = (person: Person, body: unknown, headers = {}) => person.send('POST', '/api/deals', body, headers)
  const made = async (person: Person, body: Record<string, unknown> = {}): Promise<string> => {
    const { status, body: deal } = await create(person, { name: 'Made', ...body })
    expect(status).toBe(201)
    return deal.deal_id
  }

  describe('deal creation', () => {
    it('creates an open legacy deal that its creator owns, with an empty audit trail [DEAL-1]', async () => {
      const { status, body } = await create(editor, { name: '  Riverside  ', org_id: northwind })
      expect([status, body]).toEqual([
        201,
        {
          deal_id: expect.any(String),
          name: 'Riverside',
          tier: 'legacy',
          status: 'open',
          org_id: northwind,
          role: 'owner',
          city: null,
          stage: 'screening',
          ic_date: null,
          lead_id: null,
          decision: null,
          created_at: expect.any(String),
          updated_at: body.created_at,
          last_activity_at: null,
        },
      ])
      expect((await editor.get(`/api/deals/${body.deal_id}`)).body).toEqual(body)
      expect(await happenedTo(app, body.deal_id)).toEqual([])
      const trail = await editor.get(`/api/canvas/${body.deal_id}/audit-trail`)
      expect([trail.status, trail.body.timeline]).toEqual([200, []])
    })

    it('assigns a new deal to its creator’s only organization, or to none if there are several or none', async () => {
      expect((await create(editor, { name: 'A' })).body.org_id).toBe(northwind)
      expect((await create(superadmin, { name: 'A' })).body.org_id).toBeNull()
      const second = await plantOrg(app, { [viewer.userId]: 'member' })
      expect((await create(viewer, { name: 'A' })).body.org_id).toBeNull()
      await app.sql("UPDATE orgs SET status = 'suspended' WHERE id = $1", [second])
      expect((await create(viewer, { name: 'A' })).body.org_id).toBe(northwind)
    })

    it('creates a personal deal when org_id is null', async () => {
      const { body } = await create(editor, { name: 'A', org_id: null })
      expect(body.org_id).toBeNull()
      expectRefusal(await owner.get(`/api/deals/${body.deal_id}`), 404, 'deal_not_found')
    })

    it('rejects a new deal in a foreign or inactive organization with 404 [DEAL-2]', async () => {
      const orgId = await plantOrg(app, { [editor.userId]: 'member' })
      expectRefusal(await create(outsider, { name: 'A', org_id: orgId }), 404, 'org_not_found')
      expectRefusal(await create(superadmin, { name: 'A', org_id: orgId }), 404, 'org_not_found')
      expectRefusal(await create(outsider, { name: 'A', org_id: newId() }), 404, 'org_not_found')
      await app.sql("UPDATE orgs SET status = 'archived' WHERE id = $1", [orgId])
      expectRefusal(await create(editor, { name: 'A', org_id: orgId }), 404, 'org_not_found')
      await app.sql('DELETE FROM orgs WHERE id = $1', [orgId])
    })

    it('requires a deal name of 1 to 200 characters that is not only white space', async () => {
      for (const name of [' ', '\t\n', ' '.repeat(200)]) expectObjection(await create(editor, { name }), 'name', name)
      for (const name of ['', 'x'.repeat(201), null, 3, undefined]) {
        const { status, body } = await create(editor, { name })
        expect([status, body.detail[0].loc]).toEqual([422, ['body', 'name']])
      }
      expect((await create(editor, { name: '🏢'.repeat(200) })).status).toBe(201)
      const wrong = await create(editor, { name: 'A', org_id: 'northwind' })
      expect([wrong.status, wrong.body.detail[0].type]).toEqual([422, 'uuid_parsing'])
    })

    it('creates one deal for repeated requests with the same idempotency key', async () => {
      const headers = { 'idempotency-key': randomUUID() }
      const first = await create(editor, { name: 'Once' }, headers)
      const again = await create(editor, { name: 'Once' }, headers)
      expect([again.status, again.body]).toEqual([201, first.body])
    })

    it('leaves no new deal to a member who leaves the organization at the same time', async () => {
      const orgId = await plantOrg(app, { [owner.userId]: 'admin', [viewer.userId]: 'member' })
      const [left, ...tried] = await Promise.all([
        owner.send('DELETE', `/api/orgs/${orgId}/members/${viewer.userId}`),
        ...[1, 2, 3].map(() => create(viewer, { name: 'Race', org_id: orgId })),
      ])
      expect(left.status).toBe(204)
      for (const { status } of tried) expect([201, 404]).toContain(status)
      const places = await app.sql(
        'SELECT 1 FROM deal_members m JOIN deals d ON d.id = m.deal_id WHERE d.org_id = $1 AND m.user_id = $2',
        [orgId, viewer.userId],
      )
      expect(places).toEqual([])
    })
  })

  describe('deal list', () => {
    let mine: string
    beforeAll(async () => {
      mine = await plantOrg(app, { [outsider.userId]: 'admin', [editor.userId]: 'member' })
    })
    const listed = async (person: Person, query = ''): Promise<string[]> =>
      (await person.get(`/api/deals?limit=100${query}`)).body.deals.map(({ name }: Listed) => name)

    it('lists every visible deal once, latest activity first, on pages of any size', async () => {
      const team = await plantTeam(app, mine, [editor.userId])
      const expected: string[] = []
      for (let n = 0; n < 12; n++) {
        const name = `Walk ${String(n).padStart(2, '0')}`
        const members = n % 2 === 0 ? { [editor.userId]: 'viewer' as const } : {}
        const id = await plantDeal(app, { orgId: mine, members, name })
        if (n % 3 !== 1) await plantGrant(app, id, team, 'commenter')
        // Some deals have the same time, so that the id decides their order.
        const at = new Date(Date.UTC(2026, 0, 1 + (n % 4)))
        if (n % 2 === 0) await app.sql('UPDATE deals SET last_activity_at = $2 WHERE id = $1', [id, at])
        else await app.sql('UPDATE deals SET created_at = $2 WHERE id = $1', [id, at])
        if (n % 2 === 0 || n % 3 !== 1) expected.push(name)
      }
      for (const limit of [1, 3, 7, 100]) {
        const items = (await readAll(editor, '/api/deals', 'deals', limit)) as (Listed & { role: string })[]
        const walked = items.filter(({ name }) => name.startsWith('Walk'))
        expect(walked.map(({ name }) => name).toSorted()).toEqual(expected)
        for (const { name, role } of walked) {
          const n = Number(name.slice(5))
          expect([name, role]).toEqual([name, n % 3 === 1 ? 'viewer' : 'commenter'])
        }
      }
      const seen = await app.sql<{ id: string }>(
        `SELECT id FROM deals WHERE name LIKE 'Walk%'
          ORDER BY coalesce(last_activity_at, created_at) DESC, id DESC`,
      )
      const asAdmin = (await readAll(outsider, '/api/deals', 'deals', 5)) as Listed[]
      expect(asAdmin.filter(({ name }) => name.startsWith('Walk')).map(({ deal_id }) => deal_id)).toEqual(
        seen.map(({ id }) => id),
      )
    })

    it('moves a deal to the top of the list when it changes', async () => {
      const [first] = [await made(superadmin, { name: 'First' }), await made(superadmin, { name: 'Second' })]
      expect((await listed(superadmin)).slice(0, 2)).toEqual(['Second', 'First'])
      app.advance(minutes(5))
      await superadmin.send('PATCH', `/api/deals/${first}`, { name: 'First again' })
      expect((await listed(superadmin)).slice(0, 2)).toEqual(['First again', 'Second'])
    })

    it('searches deals by part of the name, ignoring case and treating wildcards literally', async () => {
      for (const name of ['Helios 100%', 'HELIOS_b', 'helios\\c', 'Other']) {
        await plantDeal(app, { orgId: mine, name })
      }
      const found = async (q: string) => (await listed(outsider, `&q=${encodeURIComponent(q)}`)).toSorted()
      expect(await found('heLIOS')).toEqual(['HELIOS_b', 'Helios 100%', 'helios\\c'])
      expect(await found('%')).toEqual(['Helios 100%'])
      expect(await found('_')).toEqual(['HELIOS_b'])
      expect(await found('\\')).toEqual(['helios\\c'])
      expect(await found("' OR 1=1 --")).toEqual([])
      expect((await found('')).length).toBeGreaterThan(3)
      expect((await outsider.get(`/api/deals?q=${'x'.repeat(201)}`)).status).toBe(422)
    })

    it('excludes archived deals from the list, or lists only those on request', async () => {
      const away = await made(superadmin, { name: 'Away' })
      await superadmin.send('DELETE', `/api/deals/${away}`)
      expect(await listed(superadmin)).not.toContain('Away')
      expect(await listed(superadmin, '&archived=true')).toEqual(['Away'])
      expect((await superadmin.get('/api/deals?archived=true')).body.deals[0]).toMatchObject({ status: 'archived' })
      expect((await superadmin.get('/api/deals?archived=maybe')).status).toBe(422)
    })

    it('pages past deals with unusual ids and rejects cursors that were never issued', async () => {
      const ids = ['demo-x', "it's ünïcode 🏢", 'ü'.repeat(400)]
      for (const id of ids) {
        await app.sql(
          `INSERT INTO deals (id, name, tier, status, created_at, updated_at)
            VALUES ($1, 'Odd', 'legacy', 'open', '2026-02-02', '2026-02-02')`,
          [id],
        )
        await app.sql("INSERT INTO deal_members VALUES ($1, $2, 'viewer', now())", [id, superadmin.userId])
      }
      const items: Listed[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const more: string = cursor === '' ? '' : `&cursor=${cursor}`
        const { body } = await superadmin.get(`/api/deals?q=Odd&limit=1${more}`)
        items.push(...body.deals)
        cursor = body.next_cursor
      }
      expect(items.map(({ deal_id }) => deal_id).toSorted()).toEqual(ids.toSorted())
      const time = '2026-02-02T00:00:00.000Z'
      const wrong = [
        'x',
        writeCursor(['2026-02-30', 'a']),
        writeCursor(['0000-01-01T00:00:00.000Z', 'a']),
        writeCursor([time, 'a\0']),
        writeCursor([time, 'x'.repeat(900)]),
        Buffer.from(`["${time}","\\ud800"]`).toString('base64url'),
        Buffer.from(`["${time}",1]`).toString('base64url'),
      ]
      for (const cursor of wrong) {
        const { status, body } = await superadmin.get(`/api/deals?cursor=${cursor}`)
        expect([status, body.detail?.[0].loc]).toEqual([422, ['query', 'cursor']])
      }
      for (const limit of [0, 101]) expect((await superadmin.get(`/api/deals?limit=${limit}`)).status).toBe(422)
    })

    it('answers any cursor with 200 or 422', () =>
      fc.assert(
        fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
          const cursor = encodeURIComponent(Buffer.from(text).toString('base64url'))
          expect([200, 422]).toContain((await superadmin.get(`/api/deals?cursor=${cursor}`)).status)
        }),
        { numRuns: 40 },
      ))
  })

  describe('deal changes', () => {
    it('renames, archives and restores a deal and records each change once', async () => {
      const deal = await made(editor)
      const patch = (body: unknown) => editor.send('PATCH', `/api/deals/${deal}`, body)
      expect((await patch({})).body.name).toBe('Made')
      app.advance(1000)
      const renamed = await patch({ name: ' New name ' })
      expect([renamed.status, renamed.body]).toMatchObject([200, { name: 'New name', status: 'open', role: 'owner' }])
      expect(renamed.body.updated_at > renamed.body.created_at).toBe(true)
      expect(renamed.body.last_activity_at).toBe(renamed.body.updated_at)
      await patch({ name: 'New name' })
      expect((await patch({ archived: true })).body.status).toBe('archived')
      await patch({ archived: true })
      expect((await patch({ archived: false, name: 'Back' })).body).toMatchObject({ status: 'open', name: 'Back' })
      expect(await happenedTo(app, deal)).toEqual(['deal.renamed', 'deal.archived', 'deal.renamed', 'deal.restored'])
      expectObjection(await patch({ name: '  ' }), 'name', '  ')
      for (const body of [{ name: null }, { archived: 'yes' }, { name: 'x'.repeat(201) }]) {
        expect((await patch(body)).status).toBe(422)
      }
    })

    it('archives and restores a finalized deal, but refuses to rename it', async () => {
      const deal = await made(editor)
      await app.sql("UPDATE deals SET status = 'finalized' WHERE id = $1", [deal])
      const patch = (body: unknown) => editor.send('PATCH', `/api/deals/${deal}`, body)
      expectRefusal(await patch({ name: 'Other' }), 409, 'deal_finalized')
      expectRefusal(await patch({ name: 'Other', archived: true }), 409, 'deal_finalized')
      expect((await patch({ archived: true })).body.status).toBe('archived')
      expect((await patch({ archived: false })).body.status).toBe('finalized')
    })
  })

  describe('deal removal', () => {
    const remove = (person: Person, deal: string, query = '') => person.send('DELETE', `/api/deals/${deal}${query}`)
    const exists = async (deal: string) => (await app.sql('SELECT 1 FROM deals WHERE id = $1', [deal])).length === 1

    it('archives a deal once when it is deleted twice, and records one event', async () => {
      const deal = await made(editor)
      expect((await remove(editor, deal)).status).toBe(204)
      const archivedAt = () => app.sql('SELECT archived_at FROM deals WHERE id = $1', [deal])
      const before = await archivedAt()
      app.advance(minutes(1))
      expect((await remove(editor, deal)).status).toBe(204)
      expect(await archivedAt()).toEqual(before)
      expect(await happenedTo(app, deal)).toEqual(['deal.archived'])
    })

    it('refuses to archive or delete a deal with 403 for editors and 404 for users without a role [DEAL-3]', async () => {
      const deal = await plantDeal(app, { members: { [owner.userId]: 'owner', [viewer.userId]: 'editor' } })
      for (const query of ['', '?purge=true', '?purge=false']) {
        expectRefusal(await remove(outsider, deal, query), 404, 'deal_not_found')
        expectRefusal(await remove(viewer, deal, query), 403, 'role_too_low')
        expectRefusal(await remove(owner, 'unknown', query), 404, 'deal_not_found')
      }
      expectRefusal(await remove(superadmin, deal), 404, 'deal_not_found')
      expectRefusal(await app.send('DELETE', `/api/deals/${deal}`), 401, 'not_authenticated')
      expect((await remove(owner, deal, '?purge=maybe')).status).toBe(422)
      expect(await exists(deal)).toBe(true)
    })

    it('refuses to delete a deal permanently until it was archived for 30 days, and then leaves nothing [DEAL-4]', async () => {
      const { deal_id: deal, created_at: now } = (await create(owner, { name: 'Long gone' })).body
      expectRefusal(await remove(owner, deal, '?purge=true'), 409, 'deal_not_archived')
      await remove(owner, deal)
      const state = createDatabaseKeyValue({ database: app.service.database })
      await plantState(state, deal, Object.fromEntries(dealStateKinds.map((kind) => [kind, 2])))
      const archivedAgo = (ms: number) =>
        app.sql('UPDATE deals SET archived_at = $2 WHERE id = $1', [deal, new Date(Date.parse(now) - ms)])
      await archivedAgo(days(30) - minutes(5))
      expectRefusal(await remove(owner, deal, '?purge=true'), 409, 'deal_not_archived')
      await archivedAgo(days(30))
      expect((await remove(owner, deal, '?purge=true')).status).toBe(204)
      expect(await exists(deal)).toBe(false)
      expect(await app.sql('SELECT 1 FROM journal WHERE deal_id = $1', [deal])).toEqual([])
      expect(Object.values(await state.count(deal)).every((count) => count === 0)).toBe(true)
      expectRefusal(await remove(owner, deal, '?purge=true'), 404, 'deal_not_found')
      expect(await app.sql("SELECT 1 FROM admin_log WHERE action = 'deal.purged'")).toEqual([])
    })

    it('lets a superadmin delete a deal permanently at once and records it [DEAL-5]', async () => {
      const deal = await made(editor, { name: 'Gone at once', org_id: northwind })
      await app.sql("UPDATE deals SET status = 'finalized' WHERE id = $1", [deal])
      expect((await remove(superadmin, deal, '?purge=true')).status).toBe(204)
      expect(await exists(deal)).toBe(false)
      expect(
        await app.sql('SELECT action, actor_id, org_id, before FROM admin_log WHERE target_id = $1', [deal]),
      ).toEqual([
        {
          action: 'deal.purged',
          actor_id: superadmin.userId,
          org_id: northwind,
          before: null,
        },
      ])
      expectRefusal(await remove(superadmin, deal, '?purge=true'), 404, 'deal_not_found')
      await app.sql('UPDATE users SET is_superadmin = false WHERE id = $1', [superadmin.userId])
      const other = await made(editor)
      expectRefusal(await remove(superadmin, other, '?purge=true'), 404, 'deal_not_found')
      await app.sql('UPDATE users SET is_superadmin = true WHERE id = $1', [superadmin.userId])
    })
  })
})
