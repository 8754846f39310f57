import type { DealStateKind } from '@deal-canvas/contract'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { auditTrailOf, happenedTo } from '../../testing/deal-audit-trail.ts'
import { orgNamed } from '../../testing/org-people.ts'
import { forgetLimits, plantDeal, plantGrant, plantTeam } from '../../testing/planting.ts'
import { plantState, purgeAs } from '../../testing/purging.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

onService('canvas', (app) => {
  let owner: Person
  let editor: Person
  let viewer: Person
  let superadmin: Person
  let northwind: string
  let deal: string
  beforeAll(async () => {
    owner = await app.signIn('owner')
    editor = await app.signIn('editor')
    viewer = await app.signIn('viewer')
    superadmin = await app.signIn('superadmin')
    northwind = await orgNamed(app, 'Northwind Capital')
  })
  beforeEach(async () => {
    await forgetLimits(app)
    const members = { [editor.userId]: 'owner', [viewer.userId]: 'viewer' } as const
    deal = await plantDeal(app, { orgId: northwind, members })
  })
  const state = () => app.state
  const open = async (as: Person = viewer) => {
    const { status, body } = await as.get(`/api/canvas/${deal}`)
    expect(status).toBe(200)
    return body
  }
  const end = (as: Person = editor) => as.send('DELETE', `/api/canvas/${deal}`)

  describe('snapshot', () => {
    it("opens the canvas of an untouched deal with a session, the caller's role and its participants [CANVAS-1]", async () => {
      const body = await open()
      const { body: shown } = await viewer.get(`/api/deals/${deal}`)
      expect(body).toEqual({
        session: {
          session_id: expect.stringMatching(uuid),
          epoch: expect.stringMatching(uuid),
          created_at: expect.any(String),
        },
        deal: shown,
        sections: [],
        metrics: [],
        currency: 'USD',
        participants: [
          { user_id: owner.userId, display_name: 'Maya Okafor', email_verified: true, avatar_url: null, role: 'owner' },
          { user_id: editor.userId, display_name: 'Priya Nair', email_verified: true, avatar_url: null, role: 'owner' },
          {
            user_id: viewer.userId,
            display_name: 'Hannah Weiss',
            email_verified: true,
            avatar_url: null,
            role: 'viewer',
          },
        ],
        counts: { open_comments: 0, open_blockers: 0, comments: 0 },
        last_seq: 0,
      })
      expect(shown.role).toBe('viewer')
      expect(new Date(body.session.created_at).toISOString()).toBe(body.session.created_at)
    })

    it('returns sections and metrics in order', async () => {
      const at = '2026-03-04T05:06:07.089Z'
      for (const [key, position, by] of [
        ['risks', 2, null],
        ['executive_summary', 1, editor.userId],
      ]) {
        await app.sql(
          `INSERT INTO sections (deal_id, section_key, title, content, version, position, cited, stale, fence, updated_by, updated_at)
            VALUES ($1, $2, 'A title', 'Of [[noi]] "and" 🏢', 3, $3, '{noi}', true, 0, $4, $5)`,
          [deal, key, position, by, at],
        )
      }
      for (const [key, position, value] of [
        ['noi', 2, 1_234_567.891],
        ['cap', 1, null],
      ]) {
        await app.sql(
          `INSERT INTO deal_metrics (deal_id, metric_key, label, unit, value, position, version, updated_at)
            VALUES ($1, $2, 'A label', 'usd', $3, $4, 1, now())`,
          [deal, key, value, position],
        )
      }
      const { sections, metrics } = await open()
      const section = { title: 'A title', content: 'Of [[noi]] "and" 🏢', version: 3, stale: true, updated_at: at }
      expect(sections).toEqual([
        {
          ...section,
          section_key: 'executive_summary',
          updated_by: editor.userId,
          updated_by_name: 'Priya Nair',
          updated_by_email_verified: true,
        },
        { ...section, section_key: 'risks', updated_by: null, updated_by_name: null, updated_by_email_verified: null },
      ])
      expect(metrics).toEqual([
        { metric_key: 'cap', label: 'A label', unit: 'usd', value: null },
        { metric_key: 'noi', label: 'A label', unit: 'usd', value: 1_234_567.891 },
      ])
    })

    it('counts existing comments, open comments and open blockers', async () => {
      const other = await plantDeal(app)
      const add = (dealId: string, type: string, status: string, deleted = false) =>
        app.sql(
          `INSERT INTO comments (id, deal_id, comment_type, author_id, content, status, created_at, updated_at,
              anchor_status, mentioned, version, reply_count, deleted_at)
            VALUES ($1, $2, $3, $4, 'x', $5, now(), now(), 'none', '{}', 1, 0, CASE WHEN $6 THEN now() END)`,
          [newId(), dealId, type, editor.userId, status, deleted],
        )
      await add(deal, 'comment', 'open')
      await add(deal, 'blocker', 'open')
      await add(deal, 'blocker', 'resolved')
      await add(deal, 'suggestion', 'accepted')
      await add(deal, 'blocker', 'open', true)
      await add(other, 'blocker', 'open')
      expect((await open()).counts).toEqual({ open_comments: 2, open_blockers: 1, comments: 4 })
    })

    it('updates the comment counts after every change of a comment', async () => {
      const path = `/api/canvas/${deal}/comments`
      const { counts: before } = await open()
      const change = async (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => {
        const answer = await editor.send(method, url, body)
        expect(answer.status).toBeLessThan(300)
        const { comments, open_comments, open_blockers } = (await open()).counts
        return {
          id: answer.body?.comment_id,
          counts: [
            comments - before.comments,
            open_comments - before.open_comments,
            open_blockers - before.open_blockers,
          ],
        }
      }
      const written = await change('POST', path, { content: 'Who signs?', comment_type: 'blocker' })
      expect(written.counts).toEqual([1, 1, 1])
      const commentPath = `${path}/${written.id}`
      expect((await change('PUT', commentPath, { content: 'Who signs it?' })).counts).toEqual([1, 1, 1])
      expect((await change('POST', `${commentPath}/replies`, { content: 'We do' })).counts).toEqual([1, 1, 1])
      expect((await change('POST', `${commentPath}/resolve`)).counts).toEqual([1, 0, 0])
      expect((await change('POST', `${commentPath}/reopen`)).counts).toEqual([1, 1, 1])
      expect((await change('DELETE', commentPath)).counts).toEqual([0, 0, 0])
    })

    it('lists every participant once with the highest role, without suspended users', async () => {
      const team = await plantTeam(app, northwind, [viewer.userId])
      await plantGrant(app, deal, team, 'commenter')
      await app.sql("UPDATE org_members SET role = 'admin' WHERE user_id = $1", [viewer.userId])
      const roles = async () =>
        Object.fromEntries(
          (await open()).participants.map((participant: { user_id: string; role: string }) => [
            participant.user_id,
            participant.role,
          ]),
        )
      const all = { [owner.userId]: 'owner', [editor.userId]: 'owner', [viewer.userId]: 'editor' }
      expect(await roles()).toEqual(all)
      await app.sql("UPDATE org_members SET role = 'member' WHERE user_id = $1", [viewer.userId])
      expect(await roles()).toEqual({ ...all, [viewer.userId]: 'commenter' })
      await app.sql("UPDATE users SET status = 'suspended' WHERE id = $1", [owner.userId])
      expect(await roles()).not.toHaveProperty(owner.userId)
      await app.sql("UPDATE users SET status = 'active' WHERE id = $1", [owner.userId])
    })

    it('reports the number of the last audit trail event in the snapshot', async () => {
      await editor.send('PATCH', `/api/deals/${deal}`, { name: 'Renamed' })
      await editor.send('PATCH', `/api/deals/${deal}`, { archived: true })
      const body = await open()
      expect([body.last_seq, body.deal.name, body.deal.status]).toEqual([2, 'Renamed', 'archived'])
    })
  })

  describe('canvas session', () => {
    it('returns the same session to all members, even when they open it in parallel', async () => {
      const opened = await Promise.all(
        [editor, viewer, owner, editor, viewer].map(async (as) => (await open(as)).session),
      )
      expect(new Set(opened.map((session) => JSON.stringify(session))).size).toBe(1)
      expect((await open()).session).toEqual(opened[0])
    })

    it('starts a new epoch after a purge', async () => {
      const before = (await open()).session
      const body = { mode: 'by_deal', deal_id: deal, dry_run: false }
      const purged = await purgeAs(superadmin, body)
      expect(purged.body.deals).toMatchObject([{ deal_id: deal, keys: { session: 1 } }])
      const after = (await open()).session
      expect([after.session_id, after.epoch]).not.toContain(before.session_id)
      expect(after.epoch).not.toBe(before.epoch)
    })

    it('ends the session with locks and presence, and opens another one with a new epoch [CANVAS-2]', async () => {
      const before = (await open()).session
      const kinds: DealStateKind[] = ['lock', 'presence', 'event', 'checkpoint', 'brush']
      await plantState(state(), deal, Object.fromEntries(kinds.map((kind) => [kind, 2])))
      const ended = await end()
      expect([ended.status, ended.body]).toEqual([200, { success: true, message: expect.stringContaining('ended') }])
      expect(await state().count(deal)).toMatchObject({ lock: 0, presence: 0, event: 2, checkpoint: 2, brush: 2 })
      const after = (await open()).session
      expect(after.session_id).not.toBe(before.session_id)
      expect(after.epoch).not.toBe(before.epoch)
      expect((await open()).session).toEqual(after)
      expect((await auditTrailOf(app, deal)).map(({ type, data }) => [type, data])).toEqual([
        ['canvas.invalidated', { epoch: after.epoch }],
      ])
    })

    it('answers 200 with a message when there is no session to end [CANVAS-3]', async () => {
      const none = { success: true, message: 'There was no session to end' }
      expect((await end()).body).toEqual(none)
      await open()
      expect((await end()).body).not.toEqual(none)
      expect((await end()).body).toEqual(none)
      expect(await happenedTo(app, deal)).toEqual(['canvas.invalidated'])
    })

    it('ends the session once when several members end it in parallel', async () => {
      await open()
      const answers = await Promise.all([end(editor), end(owner), end(editor)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(answers.filter(({ body }) => body.message.startsWith('There was no'))).toHaveLength(2)
      expect(await happenedTo(app, deal)).toEqual(['canvas.invalidated'])
    })

    it('lets only owners end the session of a finalized deal', async () => {
      await open()
      await app.sql("UPDATE deals SET status = 'finalized' WHERE id = $1", [deal])
      expectRefusal(await end(viewer), 403, 'role_too_low')
      expectRefusal(await end(superadmin), 404, 'deal_not_found')
      expect((await end()).body.success).toBe(true)
    })
  })
})
