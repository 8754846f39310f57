import { notificationTypes } from '@deal-canvas/contract'
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import {
  act,
  forgetNotifications,
  miscounted,
  noticeTo,
  plantNotifications,
  signInAll,
} from '../../testing/noticing.ts'
import { plantDeal, plantOrg } from '../../testing/planting.ts'
import { expectRefusal, onEachService, type Person } from '../../testing/service.ts'
import { createAccessTokens } from '../auth/access-tokens.ts'

const url = '/api/canvas/notifications'
const secret = 'a-secret-of-the-test-with-32-bytes!'

onEachService(
  'notifications',
  (app) => {
    const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'outsider', 'superadmin')
    let deal: string
    const list = async (person: Person, query = '') => (await person.get(`${url}${query}`)).body
    const types = async (person: Person): Promise<string[]> =>
      (await list(person)).notifications.map(({ type }: { type: string }) => type)

    beforeEach(async () => {
      await forgetNotifications(app)
      const { owner, editor, commenter, viewer } = people()
      deal = await plantDeal(app, {
        members: {
          [owner.userId]: 'owner',
          [editor.userId]: 'editor',
          [commenter.userId]: 'commenter',
          [viewer.userId]: 'viewer',
        },
      })
    })

    describe('single notification', () => {
      it('returns all fields of a notification', async () => {
        const { owner, editor } = people()
        const commentId = newId()
        await app.sql("UPDATE users SET avatar_url = 'https://example.com/a.png' WHERE id = $1", [owner.userId])
        await act(
          app,
          owner,
          deal,
          noticeTo([editor], { type: 'mention', commentId, sectionKey: 'returns', snippet: 'Look' }),
        )
        const body = await list(editor)
        expect(body).toEqual({
          notifications: [
            {
              id: expect.stringMatching(/^[0-9a-f-]{36}$/),
              type: 'mention',
              deal_id: deal,
              deal_name: 'A deal',
              comment_id: commentId,
              actor_id: owner.userId,
              actor_name: 'Maya Okafor',
              actor_email_verified: true,
              snippet: 'Look',
              created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
              is_read: false,
              section_key: 'returns',
              actor_avatar_url: 'https://example.com/a.png',
              canvas_url: `/app/canvas/${deal}?comment=${commentId}`,
              reason: 'You were mentioned',
            },
          ],
          unread_count: 1,
          has_more: false,
          next_cursor: null,
        })
        await app.sql('UPDATE users SET avatar_url = NULL WHERE id = $1', [owner.userId])
      })

      it('shows the current title of the section in a notification', async () => {
        const { owner, editor } = people()
        await act(app, owner, deal, noticeTo([editor], { type: 'mention', sectionKey: 'risks', snippet: 'Look' }))
        expect(Object.keys((await list(editor)).notifications[0])).not.toContain('section_title')
        for (const title of ['Risks', 'Risks & Mitigants']) {
          await editor.send('PUT', `/api/canvas/${deal}/sections/risks`, { title, content: 'Taxes.' })
          expect((await list(editor)).notifications[0]).toMatchObject({ section_key: 'risks', section_title: title })
        }
      })

      it('omits absent fields, and returns an empty comment_id if there is no comment', async () => {
        const { owner, editor } = people()
        await act(app, owner, deal, noticeTo([editor], { type: 'decision', sectionKey: null, snippet: '' }))
        const [item] = (await list(editor)).notifications
        expect(item).toMatchObject({ type: 'decision', comment_id: '', snippet: '', canvas_url: `/app/canvas/${deal}` })
        expect(Object.keys(item)).not.toContain('section_key')
        expect(Object.keys(item)).not.toContain('actor_avatar_url')
      })

      it('returns a different reason for every notification type', async () => {
        const { owner, editor } = people()
        for (const type of notificationTypes) await act(app, owner, deal, noticeTo([editor], { type }))
        const { notifications } = await list(editor)
        expect(notifications.map(({ type }: { type: string }) => type)).toEqual(notificationTypes.toReversed())
        expect(new Set(notifications.map(({ reason }: { reason: string }) => reason)).size).toBe(
          notificationTypes.length,
        )
      })

      it('shows an erased snippet as empty', async () => {
        const { owner, editor } = people()
        await act(app, owner, deal, noticeTo([editor]))
        await app.sql("UPDATE notifications SET snippet = '' WHERE deal_id = $1", [deal])
        expect((await list(editor)).notifications).toMatchObject([{ snippet: '' }])
      })

      it('encodes an unusual deal id in the canvas URL', async () => {
        const { owner, editor } = people()
        await app.sql(
          "INSERT INTO deals (id, name, tier, status, created_at, updated_at) VALUES ('a/b ?é', 'Odd', 'legacy', 'open', now(), now())",
        )
        await app.sql("INSERT INTO deal_members VALUES ('a/b ?é', $1, 'owner', now())", [editor.userId])
        await plantNotifications(app, { to: editor, by: owner, dealId: 'a/b ?é', many: 1 })
        expect((await list(editor)).notifications[0].canvas_url).toBe('/app/canvas/a%2Fb%20%3F%C3%A9')
        await app.sql("DELETE FROM deals WHERE id = 'a/b ?é'")
      })
    })

    describe('recipients', () => {
      it('notifies no user of their own action [NOTIFY-1]', async () => {
        const { owner, editor } = people()
        await act(app, owner, deal, noticeTo([owner, editor]), noticeTo([owner], { type: 'mention' }))
        expect(await types(owner)).toEqual([])
        expect(await types(editor)).toEqual(['comment'])
      })

      it('notifies a user once per action, as a mention before any other reason [NOTIFY-2]', async () => {
        const { owner, editor, commenter } = people()
        await act(
          app,
          owner,
          deal,
          noticeTo([editor, commenter], { type: 'reply' }),
          noticeTo([editor, commenter], { type: 'comment' }),
          noticeTo([commenter], { type: 'mention' }),
        )
        expect([await types(editor), await types(commenter)]).toEqual([['reply'], ['mention']])
        expect((await list(commenter)).unread_count).toBe(1)
      })

      it('notifies no user who cannot see the deal or is not active [NOTIFY-3]', async () => {
        const { owner, editor, viewer, outsider } = people()
        await app.sql("UPDATE users SET status = 'suspended' WHERE id = $1", [viewer.userId])
        await act(app, owner, deal, noticeTo([editor, viewer, outsider]))
        await app.sql("UPDATE users SET status = 'active' WHERE id = $1", [viewer.userId])
        expect([await types(editor), await types(viewer), await types(outsider)]).toEqual([['comment'], [], []])
        expect(await app.sql('SELECT user_id FROM notifications WHERE deal_id = $1', [deal])).toEqual([
          { user_id: editor.userId },
        ])
      })

      it('notifies no user of an action that was rolled back', async () => {
        const { owner, editor } = people()
        const failing = app.service.database.transaction(async () => {
          await act(app, owner, deal, noticeTo([editor]))
          throw new Error('Undone')
        })
        await expect(failing).rejects.toThrow('Undone')
        expect(await list(editor)).toMatchObject({ notifications: [], unread_count: 0 })
      })

      it('notifies the same users from concurrent actions on two deals, in whatever order they are named', async () => {
        const { owner, editor, commenter, viewer } = people()
        const members = Object.fromEntries(
          [owner, editor, commenter, viewer].map((person) => [person.userId, 'owner'] as const),
        )
        const other = await plantDeal(app, { members })
        const named = [editor, commenter, viewer]
        await Promise.all(
          Array.from({ length: 30 }, (_, n) =>
            n % 2 === 0
              ? act(app, owner, deal, noticeTo(named))
              : act(app, owner, other, noticeTo(named.toReversed(), { type: 'reply' })),
          ),
        )
        for (const person of named) {
          const rows = await app.sql<{ seq: string }>('SELECT seq FROM notifications WHERE user_id = $1 ORDER BY seq', [
            person.userId,
          ])
          expect(rows.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: 30 }, (_, n) => n + 1))
          expect((await list(person)).unread_count).toBe(30)
        }
        expect(await miscounted(app)).toEqual([])
      })
    })

    describe('notification list', () => {
      it('lists 20 notifications by default, newest first [NOTIFY-6]', async () => {
        const { owner, editor } = people()
        await plantNotifications(app, { to: editor, by: owner, dealId: deal, many: 101 })
        const first = await list(editor)
        expect(first.notifications).toHaveLength(20)
        expect(first).toMatchObject({ unread_count: 101, has_more: true, next_cursor: expect.any(String) })
        expect(first.notifications[0].snippet).toBe('Number 101')
        expect((await list(editor, '?limit=1')).notifications).toHaveLength(1)
        expect((await list(editor, '?limit=100')).notifications).toHaveLength(100)
      })

      it.each(['limit=0', 'limit=101', 'limit=many', 'limit=', 'unread_only=perhaps'])(
        'rejects the notification query %s',
        async (query) => {
          const { status, body } = await people().editor.get(`${url}?${query}`)
          expect([status, body.detail[0].loc]).toEqual([422, ['query', query.split('=')[0]]])
        },
      )

      it.each(['x', 'MTI', 'bi0x', '%F0%9F%8F%A0', ''])(
        'rejects a cursor that was never issued (%s)',
        async (cursor) => {
          const { status, body } = await people().editor.get(`${url}?cursor=${cursor}`)
          expect([status, body.detail[0]]).toMatchObject([422, { type: 'value_error', loc: ['query', 'cursor'] }])
        },
      )

      it('returns each older notification once while new ones arrive during paging', async () => {
        const { owner, editor } = people()
        await plantNotifications(app, { to: editor, by: owner, dealId: deal, many: 25 })
        const seen: string[] = []
        let next = ''
        do {
          const page = await list(editor, `?limit=7${next}`)
          seen.push(...page.notifications.map(({ snippet }: { snippet: string }) => snippet))
          next = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`
          expect(page.has_more).toBe(page.next_cursor !== null)
          await act(app, owner, deal, noticeTo([editor], { snippet: 'later' }))
        } while (next !== '')
        expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => `Number ${25 - n}`))
      })

      it('has no further page after one that is exactly full', async () => {
        const { owner, editor } = people()
        await plantNotifications(app, { to: editor, by: owner, dealId: deal, many: 5 })
        expect(await list(editor, '?limit=5')).toMatchObject({ has_more: false, next_cursor: null })
      })

      it('filters notifications by unread and by deal, and counts all unread ones [NOTIFY-7]', async () => {
        const { owner, editor } = people()
        const other = await plantDeal(app, { members: { [editor.userId]: 'viewer' } })
        await plantNotifications(app, { to: editor, by: owner, dealId: deal, many: 2 })
        await plantNotifications(app, { to: editor, by: owner, dealId: other, many: 2 })
        const all = (await list(editor)).notifications
        const snippets = async (query: string) => {
          const { notifications, unread_count } = await list(editor, query)
          return [...notifications.map(({ snippet }: { snippet: string }) => snippet), unread_count]
        }
        await editor.send('POST', `${url}/read`, { ids: [all[0].id, all[3].id] })
        expect(await snippets('?unread_only=true')).toEqual(['Number 3', 'Number 2', 2])
        expect(await snippets('?unread_only=false')).toHaveLength(5)
        expect(await snippets(`?deal_id=${deal}`)).toEqual(['Number 2', 'Number 1', 2])
        expect(await snippets(`?deal_id=${other}&unread_only=true`)).toEqual(['Number 3', 2])
        expect(await snippets('?deal_id=unknown')).toEqual([2])
        expect((await list(editor)).notifications.map(({ is_read }: { is_read: boolean }) => is_read)).toEqual([
          true,
          false,
          false,
          true,
        ])
      })

      it("lists only the user's own notifications", async () => {
        const { owner, editor, commenter } = people()
        await act(app, owner, deal, noticeTo([editor]))
        expect(await list(commenter)).toMatchObject({ notifications: [], unread_count: 0 })
      })

      it('does not treat the notifications path as a deal with that id', async () => {
        const { owner, editor } = people()
        await act(app, owner, deal, noticeTo([editor]))
        await app.sql(
          "INSERT INTO deals (id, name, tier, status, created_at, updated_at) VALUES ('notifications', 'Odd', 'legacy', 'open', now(), now())",
        )
        await app.sql("INSERT INTO deal_members VALUES ('notifications', $1, 'owner', now())", [editor.userId])
        const { status, body } = await editor.get(url)
        expect([status, body.notifications.length]).toEqual([200, 1])
        await app.sql("DELETE FROM deals WHERE id = 'notifications'")
      })
    })

    describe('deal that is no longer visible', () => {
      it('hides and does not count notifications of a deal that the user can no longer see [NOTIFY-5]', async () => {
        const { owner, editor } = people()
        const other = await plantDeal(app, { members: { [editor.userId]: 'viewer' } })
        await plantNotifications(app, { to: editor, by: owner, dealId: deal, many: 2 })
        await plantNotifications(app, { to: editor, by: owner, dealId: other, many: 1 })
        const hidden: string = (await list(editor, `?deal_id=${other}`)).notifications[0].id
        await app.sql('DELETE FROM deal_members WHERE deal_id = $1', [other])
        expect(await list(editor)).toMatchObject({ notifications: [{}, {}], unread_count: 2 })
        expect(await list(editor, `?deal_id=${other}`)).toMatchObject({ notifications: [], unread_count: 2 })
        const marked = (await editor.send('POST', `${url}/read`, { ids: [hidden] })).body
        expect(marked).toEqual({ updated: 0, unread_count: 2 })
        expect((await editor.send('POST', `${url}/read`, { all: true })).body).toEqual({ updated: 2, unread_count: 0 })
        await app.sql("INSERT INTO deal_members VALUES ($1, $2, 'viewer', now())", [other, editor.userId])
        expect(await list(editor, '?unread_only=true')).toMatchObject({ notifications: [{}], unread_count: 1 })
        expect(await miscounted(app)).toEqual([])
      })

      const ways = ['none', 'member', 'team', 'org member', 'org admin', 'org owner'] as const
      it.each(ways.flatMap((way) => ['active', 'suspended', 'personal'].map((org) => [way, org] as const)))(
        'applies the general rules for deal visibility to notifications (%s, organization: %s)',
        async (way, org) => {
          const { owner, superadmin: person } = people()
          const roles = { 'org owner': 'owner', 'org admin': 'admin', 'org member': 'member', team: 'member' } as const
          const role = way === 'none' || way === 'member' ? undefined : roles[way]
          const orgId = await plantOrg(app, role === undefined ? {} : { [person.userId]: role })
          const seen = await plantDeal(app, {
            orgId: org === 'personal' ? null : orgId,
            members: way === 'member' ? { [person.userId]: 'viewer' } : {},
          })
          if (way === 'team') await shareWithTeam(seen, orgId, person)
          await app.sql('UPDATE orgs SET status = $2 WHERE id = $1', [orgId, org === 'suspended' ? org : 'active'])

          const { status } = await person.get(`/api/canvas/${seen}/feedback`)
          expect([200, 404]).toContain(status)
          const expected = status === 200 ? 1 : 0
          await act(app, owner, seen, noticeTo([person]))
          expect(await types(person)).toHaveLength(expected)
          await forgetNotifications(app)
          await plantNotifications(app, { to: person, by: owner, dealId: seen, many: 1 })
          expect((await list(person)).unread_count).toBe(expected)
          await app.sql('DELETE FROM org_members WHERE org_id = $1', [orgId])
        },
      )

      const shareWithTeam = async (dealId: string, orgId: string, { userId }: Person): Promise<void> => {
        const teamId = newId()
        await app.sql("INSERT INTO teams VALUES ($1, $2, 'A team', now(), now())", [teamId, orgId])
        await app.sql('INSERT INTO team_members VALUES ($1, $2, $3, now())', [orgId, teamId, userId])
        await app.sql("INSERT INTO deal_teams VALUES ($1, $2, 'viewer', now())", [dealId, teamId])
      }
    })

    describe('access', () => {
      it('rejects access to notifications without signing in with 401', async () => {
        for (const [method, path] of [
          ['GET', url],
          ['POST', `${url}/read`],
          ['GET', `${url}/stream`],
        ] as const)
          expectRefusal(await app.send(method, path), 401, 'not_authenticated')
      })

      it('rejects access to notifications with a token for one deal', async () => {
        const { editor } = people()
        const { sid } = decodeJwt(editor.token) as { sid: string }
        const tokens = createAccessTokens({ secrets: [secret], now: () => new Date() })
        const expiresAt = new Date(Date.now() + 3_600_000)
        for (const dealId of [deal, 'notifications']) {
          const { token } = await tokens.issue({ userId: editor.userId, sessionId: sid, expiresAt, dealId })
          for (const path of [url, `${url}/stream`])
            expectRefusal(await app.send('GET', path, { token }), 403, 'token_scope')
          const sent = await app.send('POST', `${url}/read`, { token, body: { all: true } })
          expectRefusal(sent, 403, 'token_scope')
        }
      })
    })
  },
  { env: { JWT_SECRET: secret } },
)
