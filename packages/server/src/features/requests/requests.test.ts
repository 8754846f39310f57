import { randomUUID } from 'node:crypto'
import { maxOpenRequests } from '@deal-canvas/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditTrailOf, happenedTo } from '../../testing/deal-audit-trail.ts'
import { forgetNotifications, signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'
import { plantModel } from '../../testing/workbooks.ts'

onService('requests on a deal', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'outsider')
  let deal: string
  const plant = () => {
    const { owner, editor, commenter, viewer } = people()
    return plantDeal(app, {
      members: {
        [owner.userId]: 'owner',
        [editor.userId]: 'editor',
        [commenter.userId]: 'commenter',
        [viewer.userId]: 'viewer',
      },
    })
  }
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plant()
  })
  const at = (path: string) => `/api/canvas/${deal}/${path}`
  const seen = (version: number) => ({ 'if-match': `"${version}"` })
  const ask = (person: Person, body: object) => person.send('POST', at('requests'), { title: 'Roof report', ...body })
  const asked = async (person: Person, body: object = {}) => {
    const { status, body: request } = await ask(person, body)
    expect([status, request]).toEqual([201, request])
    return request
  }
  const edit = (person: Person, { id, version }: { id: string; version: number }, body: object) =>
    person.send('PATCH', at(`requests/${id}`), body, seen(version))
  const listed = async (person: Person, query = '') => (await person.get(at(`requests${query}`))).body.requests
  const titles = (requests: { title: string }[]) => requests.map(({ title }) => title)
  const mine = async (person: Person, query = '') =>
    (await person.get(`/api/requests${query}`)).body.requests.filter(
      ({ deal_id }: { deal_id: string }) => deal_id === deal,
    )
  const notified = async (person: Person) =>
    (await person.get('/api/canvas/notifications')).body.notifications.map(
      ({ type, snippet }: { type: string; snippet: string }) => [type, snippet],
    )
  const lastEvent = async () => (await auditTrailOf(app, deal)).at(-1)

  describe('who does what', () => {
    it('lets commenters make a request, and shows it with its people to every member [TASK-1]', async () => {
      const { commenter, editor, viewer } = people()
      const request = await asked(commenter, { note: '  ', assignee_id: editor.userId, due_date: '2030-01-15' })
      expect(request).toMatchObject({
        deal_id: deal,
        title: 'Roof report',
        note: null,
        source: null,
        source_gone: null,
        assignee: { user_id: editor.userId, display_name: 'Priya Nair', on_deal: true },
        due_date: '2030-01-15',
        status: 'open',
        created_by: { user_id: commenter.userId },
        closed_at: null,
        version: 1,
      })
      expect(await listed(viewer)).toEqual([request])
      expectRefusal(await ask(viewer, {}), 403, 'role_too_low')
      expectRefusal(await ask(people().outsider, {}), 404, 'deal_not_found')
    })

    it('lets editors and the author change all of a request, and the assignee only its status [TASK-1]', async () => {
      const { owner, commenter, editor, viewer } = people()
      const request = await asked(commenter, { assignee_id: viewer.userId })
      expectRefusal(await edit(viewer, request, { title: 'Another' }), 403, 'role_too_low')
      expectRefusal(await edit(viewer, request, { status: 'done', due_date: '2030-01-01' }), 403, 'role_too_low')
      expectRefusal(await edit(people().outsider, request, { status: 'done' }), 404, 'deal_not_found')
      const done = await edit(viewer, request, { status: 'done', title: request.title })
      expect([done.status, done.body]).toMatchObject([
        200,
        { status: 'done', closed_at: expect.any(String), version: 2 },
      ])
      const again = await edit(commenter, done.body, { status: 'open', note: 'With photos' })
      expect(again.body).toMatchObject({ status: 'open', note: 'With photos', closed_at: null, version: 3 })
      expect((await edit(editor, again.body, { due_date: '2030-02-01' })).body).toMatchObject({ version: 4 })
      const { body: others } = await edit(owner, { ...request, version: 4 }, { assignee_id: owner.userId })
      expectRefusal(await edit(viewer, others, { status: 'dropped' }), 403, 'role_too_low')
    })

    it('lets the author change a request also after a lower role [TASK-1]', async () => {
      const { owner, commenter } = people()
      const request = await asked(commenter)
      await owner.send('PUT', at(`members/${commenter.userId}`), { role: 'viewer' })
      expect((await edit(commenter, request, { title: 'Roof report of 2026' })).status).toBe(200)
    })

    it('rejects blank titles, days that do not exist, and assignees who cannot see the deal [TASK-1]', async () => {
      const { commenter, editor, outsider } = people()
      expect((await ask(commenter, { title: '   ' })).status).toBe(422)
      expect((await ask(commenter, { title: 'x'.repeat(201) })).status).toBe(422)
      expect((await ask(commenter, { due_date: '2030-02-30' })).status).toBe(422)
      expectRefusal(await ask(commenter, { assignee_id: outsider.userId }), 404, 'member_not_found')
      expectRefusal(await ask(commenter, { assignee_id: randomUUID() }), 404, 'member_not_found')
      const request = await asked(commenter, { due_date: '0001-01-01', assignee_id: editor.userId })
      expectRefusal(await edit(commenter, request, { assignee_id: outsider.userId }), 404, 'member_not_found')
      expect((await edit(commenter, request, { due_date: '9999-12-31' })).status).toBe(200)
    })

    it('rejects a stale If-Match with 409, a missing one with 428, and an unknown request with 404 [TASK-2]', async () => {
      const { editor } = people()
      const request = await asked(editor)
      const stale = await edit(editor, { ...request, version: 7 }, { status: 'done' })
      expectRefusal(stale, 409, 'stale_version')
      expect(stale.body.version).toBe(1)
      const path = at(`requests/${request.id}`)
      expectRefusal(await editor.send('PATCH', path, { status: 'done' }), 428, 'if_match_required')
      expectRefusal(await edit(editor, { id: randomUUID(), version: 1 }, {}), 404, 'request_not_found')
      const other = await plant()
      const elsewhere = `/api/canvas/${other}/requests/${request.id}`
      expectRefusal(await editor.send('PATCH', elsewhere, { status: 'done' }, seen(1)), 404, 'request_not_found')
    })

    it('lets one of two concurrent edits of the same version win [TASK-2]', async () => {
      const { editor, owner } = people()
      const request = await asked(editor)
      const answers = await Promise.all([
        edit(editor, request, { title: 'One' }),
        edit(owner, request, { title: 'Other' }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect((await listed(owner))[0].version).toBe(2)
    })

    it('records ids, days and states in the audit trail and never the text, and nothing where nothing changes [TASK-8]', async () => {
      const { editor, viewer } = people()
      const request = await asked(editor, { note: 'zqnote', assignee_id: viewer.userId, due_date: '2030-01-15' })
      expect(await lastEvent()).toMatchObject({
        type: 'request.created',
        actorId: editor.userId,
        data: { request_id: request.id, assignee_id: viewer.userId, due_date: '2030-01-15', source_kind: null },
      })
      expect((await edit(editor, request, { title: 'Roof report', status: 'open' })).body.version).toBe(1)
      await edit(editor, request, { title: 'zqtitle' })
      expect(await lastEvent()).toMatchObject({ type: 'request.changed', data: { text_changed: true, version: 2 } })
      expect(await happenedTo(app, deal)).toEqual(['request.created', 'request.changed'])
      expect(JSON.stringify(await auditTrailOf(app, deal))).not.toMatch(/Roof report|zqnote|zqtitle/)
      expect((await editor.get(at('audit-trail/verify'))).body).toMatchObject({ valid: true })
    })

    it('goes on after the deal was finalized [TASK-8]', async () => {
      const { owner, viewer } = people()
      const before = await asked(owner, { assignee_id: viewer.userId })
      const decision = { decision: 'approved', rationale: 'The price is right.' }
      expect((await owner.send('POST', at('finalize'), decision)).status).toBe(200)
      expect((await edit(viewer, before, { status: 'done' })).status).toBe(200)
      expect((await asked(owner)).status).toBe('open')
    })

    it(`rejects a request beyond ${maxOpenRequests} open ones with 409, also one that is opened again [TASK-7]`, async () => {
      const { editor } = people()
      const { id, version } = await asked(editor)
      expect((await edit(editor, { id, version }, { status: 'dropped' })).status).toBe(200)
      await app.sql(
        `INSERT INTO deal_requests (id, deal_id, title, status, version, created_by, created_at, updated_at)
          SELECT gen_random_uuid(), $1, 'n', 'open', 1, $2, now(), now() FROM generate_series(1, $3::int)`,
        [deal, editor.userId, maxOpenRequests],
      )
      expectRefusal(await ask(editor, {}), 409, 'too_many_open_requests')
      expectRefusal(await edit(editor, { id, version: 2 }, { status: 'open' }), 409, 'too_many_open_requests')
      expect((await edit(editor, { id, version: 2 }, { title: 'Still editable' })).status).toBe(200)
    })
  })

  describe('sources', () => {
    it('makes a request of a comment, and keeps it when the comment is deleted [TASK-3]', async () => {
      const { editor } = people()
      const { comment_id } = (await editor.send('POST', at('comments'), { content: 'Where is it?' })).body
      const source = { kind: 'comment', id: comment_id }
      expect(await asked(editor, { source })).toMatchObject({ source, source_gone: false })
      expect((await lastEvent())?.data).toMatchObject({ source_kind: 'comment', source_id: comment_id })
      await editor.send('DELETE', at(`comments/${comment_id}`))
      expect(await listed(editor)).toMatchObject([{ title: 'Roof report', source, source_gone: true }])
    })

    it('makes a request of a condition and of a contradiction, and tells when they are gone [TASK-3]', async () => {
      const { editor } = people()
      const { id: condition } = (await editor.send('POST', at('conditions'), { text: 'A survey' })).body
      const file = randomUUID()
      await app.sql(
        `INSERT INTO documents (id, deal_id, kind, file_name, sha256, size, state, uploaded_by, created_at,
            updated_at)
          VALUES ($1, $2, 'other', 'om.md', repeat('0', 64), 1, 'indexed', $3, now(), now())`,
        [file, deal, editor.userId],
      )
      const contradiction = randomUUID()
      await app.sql(
        `INSERT INTO reconciliation_findings (id, deal_id, position, status, metric_key, unit, document_id, value,
            place, other_value, severity, effects, version)
          VALUES ($1, $2, 0, 'differs', 'unit_count', 'count', $3, 212, '{"quote": "212 units"}', 200, 'low', '[]', 1)`,
        [contradiction, deal, file],
      )
      await asked(editor, { source: { kind: 'condition', id: condition }, due_date: '2030-01-01' })
      await asked(editor, { source: { kind: 'contradiction', id: contradiction } })
      const gone = async () => (await listed(editor)).map((one: { source_gone: boolean }) => one.source_gone)
      expect(await gone()).toEqual([false, false])
      await app.sql("UPDATE reconciliation_findings SET status = 'agrees' WHERE id = $1", [contradiction])
      await editor.send('DELETE', at(`conditions/${condition}`), undefined, seen(1))
      expect(await gone()).toEqual([true, true])
    })

    it('makes a request of a finding, which is gone when a new model no longer has it [TASK-3]', async () => {
      const { editor } = people()
      await plantModel(app, editor, deal)
      const [finding] = (await editor.get(at('data-quality'))).body.data_quality_summary.findings
      const source = { kind: 'finding', id: finding.id }
      expect(await asked(editor, { source })).toMatchObject({ source, source_gone: false })
      expect(await mine(editor)).toEqual([])
      await app.sql('UPDATE deal_requests SET source_id = $2 WHERE deal_id = $1', [deal, '0'.repeat(32)])
      expect(await listed(editor)).toMatchObject([{ source_gone: true }])
      await app.state.deleteKinds([deal], ['intelligence'])
      expect(await listed(editor)).toMatchObject([{ source_gone: null }])
    })

    it('rejects a source that the deal does not have with 404, even if another deal has it [TASK-3]', async () => {
      const { editor } = people()
      const other = await plant()
      const elsewhere = await editor.send('POST', `/api/canvas/${other}/comments`, { content: 'There' })
      const { id: condition } = (await editor.send('POST', `/api/canvas/${other}/conditions`, { text: 'There' })).body
      for (const source of [
        { kind: 'comment', id: elsewhere.body.comment_id },
        { kind: 'condition', id: condition },
        { kind: 'contradiction', id: randomUUID() },
        { kind: 'finding', id: '5f1d0c3b9a7e4c2186d0b1a3f4e5c6d7' },
        { kind: 'comment', id: 'not an id' },
      ])
        expectRefusal(await ask(editor, { source }), 404, 'source_not_found')
      expect((await ask(editor, { source: { kind: 'rumor', id: 'x' } })).status).toBe(422)
    })
  })

  describe('lists', () => {
    it('lists open requests by due date, then closed ones with the last one first, page by page [TASK-4]', async () => {
      const { editor, viewer } = people()
      const days = { later: '2030-03-01', none: null, soon: '2030-01-01', first: '2030-05-01', last: '2030-06-01' }
      const made = new Map<string, { id: string; version: number }>()
      for (const [title, due_date] of Object.entries(days)) made.set(title, await asked(editor, { title, due_date }))
      for (const [title, status] of [
        ['first', 'done'],
        ['last', 'dropped'],
      ] as const) {
        app.advance(1_000)
        await edit(editor, made.get(title) ?? { id: '', version: 0 }, { status })
      }
      const order = ['soon', 'later', 'none', 'last', 'first']
      expect(titles(await listed(viewer))).toEqual(order)
      const paged: string[] = []
      for (let cursor = ''; ; ) {
        const { body } = await viewer.get(at(`requests?limit=2${cursor}`))
        paged.push(...titles(body.requests))
        expect(body.has_more).toBe(body.next_cursor !== null)
        if (body.next_cursor === null) break
        cursor = `&cursor=${body.next_cursor}`
      }
      expect(paged).toEqual(order)
      expect(titles(await listed(viewer, '?status=open'))).toEqual(['soon', 'later', 'none'])
      expect(titles(await listed(viewer, '?status=done'))).toEqual(['first'])
      expect((await viewer.get(at('requests?cursor=WyIxIiwiMiJd'))).status).toBe(422)
    })

    it('lists only requests of the caller, of a kind of source, or of one source on demand [TASK-4]', async () => {
      const { editor, viewer } = people()
      const { comment_id: id } = (await editor.send('POST', at('comments'), { content: 'Where?' })).body
      await asked(editor, { title: 'a', assignee_id: viewer.userId, due_date: '2030-01-01' })
      await asked(editor, { title: 'b', source: { kind: 'comment', id } })
      expect(titles(await listed(viewer, '?assignee=me'))).toEqual(['a'])
      expect(titles(await listed(editor, '?assignee=me'))).toEqual([])
      expect(titles(await listed(viewer, '?source_kind=comment'))).toEqual(['b'])
      expect(titles(await listed(viewer, `?source_kind=comment&source_id=${id}`))).toEqual(['b'])
      expect(titles(await listed(viewer, '?source_kind=finding'))).toEqual([])
    })

    it('lists the requests of a person over all deals that they can see and that are not archived [TASK-5]', async () => {
      const { owner, editor, viewer } = people()
      const request = await asked(editor, { assignee_id: viewer.userId })
      expect(await mine(viewer)).toEqual([{ ...request, deal_name: 'A deal' }])
      expect(await mine(editor)).toEqual([])
      expect(await mine(viewer, '?status=done')).toEqual([])
      await owner.send('DELETE', at(`members/${viewer.userId}`))
      expect(await mine(viewer)).toEqual([])
      await app.sql("INSERT INTO deal_members (deal_id, user_id, role, created_at) VALUES ($1, $2, 'viewer', now())", [
        deal,
        viewer.userId,
      ])
      expect(await mine(viewer)).toHaveLength(1)
      await owner.send('PATCH', `/api/deals/${deal}`, { archived: true })
      expect(await mine(viewer)).toEqual([])
    })

    it('pages through the requests of a person, open ones first by due date [TASK-5]', async () => {
      const { commenter } = people()
      await app.sql('DELETE FROM deal_requests')
      const done = await asked(commenter, { title: 'done', assignee_id: commenter.userId, due_date: '2030-01-01' })
      await edit(commenter, done, { status: 'done' })
      await asked(commenter, { title: 'later', assignee_id: commenter.userId })
      deal = await plant()
      await asked(commenter, { title: 'soon', assignee_id: commenter.userId, due_date: '2030-02-01' })
      const paged: string[] = []
      for (let cursor = ''; paged.length < 9; ) {
        const { body } = await commenter.get(`/api/requests?limit=1${cursor}`)
        paged.push(...titles(body.requests))
        if (!body.has_more) break
        cursor = `&cursor=${body.next_cursor}`
      }
      expect(paged).toEqual(['soon', 'later', 'done'])
    })
  })

  describe('people', () => {
    it('shows an assignee who lost the deal as no longer on it, and lets others assign it anew [TASK-6]', async () => {
      const { owner, editor, viewer } = people()
      const request = await asked(editor, { assignee_id: viewer.userId })
      await owner.send('DELETE', at(`members/${viewer.userId}`))
      expect(await listed(editor)).toMatchObject([{ assignee: { user_id: viewer.userId, on_deal: false } }])
      expectRefusal(await edit(viewer, request, { status: 'done' }), 404, 'deal_not_found')
      // What is not assigned anew stays as it is.
      const renamed = await edit(editor, request, { title: 'Roof report of 2026' })
      expect(renamed.body).toMatchObject({ assignee: { on_deal: false }, version: 2 })
      const assigned = await edit(editor, renamed.body, { assignee_id: owner.userId })
      expect(assigned.body).toMatchObject({ assignee: { user_id: owner.userId, on_deal: true } })
    })

    it('notifies people of an open request that becomes theirs, and nobody of their own act [TASK-9]', async () => {
      const { owner, editor, viewer } = people()
      await forgetNotifications(app)
      const own = await asked(editor, { assignee_id: editor.userId })
      expect(await notified(editor)).toEqual([])
      const { body } = await edit(editor, own, { assignee_id: viewer.userId })
      expect(await notified(viewer)).toEqual([['request_assigned', 'Roof report']])
      const { body: renamed } = await edit(owner, body, { title: 'The roof report' })
      expect(await notified(viewer)).toHaveLength(1)
      const { body: done } = await edit(viewer, renamed, { status: 'done' })
      expect(await notified(viewer)).toHaveLength(1)
      await edit(owner, done, { status: 'open' })
      expect(await notified(viewer)).toEqual([
        ['request_assigned', 'The roof report'],
        ['request_assigned', 'Roof report'],
      ])
      expect(await notified(owner)).toEqual([])
    })
  })
})
