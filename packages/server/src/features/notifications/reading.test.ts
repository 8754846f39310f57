import fc from 'fast-check'
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
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { onService, type Person } from '../../testing/service.ts'

const url = '/api/canvas/notifications'

onService('reading notifications', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'viewer')
  let [deal, other]: [string, string] = ['', '']
  const read = (person: Person, body: unknown, headers?: Record<string, string>) =>
    person.send('POST', `${url}/read`, body, headers)
  const idsOf = async (person: Person): Promise<string[]> =>
    (await person.get(`${url}?limit=100`)).body.notifications.map(({ id }: { id: string }) => id)
  const unreadOf = async (person: Person): Promise<number> => (await person.get(url)).body.unread_count

  beforeEach(async () => {
    await forgetNotifications(app)
    const members = Object.fromEntries(Object.values(people()).map(({ userId }) => [userId, 'owner'] as const))
    deal = await plantDeal(app, { members })
    other = await plantDeal(app, { members })
    const { owner, editor } = people()
    await plantNotifications(app, { to: editor, by: owner, dealId: deal, many: 3 })
    await plantNotifications(app, { to: editor, by: owner, dealId: other, many: 2 })
  })

  it('marks the given notifications as read and returns the new unread count [NOTIFY-8]', async () => {
    const { editor } = people()
    const [newest = '', second = ''] = await idsOf(editor)
    const first = await read(editor, { ids: [newest] })
    expect([first.status, first.body]).toEqual([200, { updated: 1, unread_count: 4 }])
    expect((await read(editor, { ids: [newest, second, second] })).body).toEqual({ updated: 1, unread_count: 3 })
    expect((await read(editor, { ids: [], all: false })).body).toEqual({ updated: 0, unread_count: 3 })
    expect((await read(editor, { ids: [newId()] })).body).toEqual({ updated: 0, unread_count: 3 })
    expect(await miscounted(app)).toEqual([])
  })

  it('marks all notifications as read, or all of one deal', async () => {
    const { editor } = people()
    expect((await read(editor, { all: true, deal_id: other })).body).toEqual({ updated: 2, unread_count: 3 })
    expect((await read(editor, { all: true, deal_id: 'unknown' })).body).toEqual({ updated: 0, unread_count: 3 })
    expect((await read(editor, { all: true, deal_id: null })).body).toEqual({ updated: 3, unread_count: 0 })
    expect((await read(editor, { all: true })).body).toEqual({ updated: 0, unread_count: 0 })
    expect(await miscounted(app)).toEqual([])
  })

  it('marks only those of the given ids that belong to the given deal', async () => {
    const { editor } = people()
    const ids = await idsOf(editor)
    expect((await read(editor, { ids, deal_id: deal })).body).toEqual({ updated: 3, unread_count: 2 })
  })

  it('marks no notification of another user as read [NOTIFY-8]', async () => {
    const { editor, viewer } = people()
    expect((await read(viewer, { ids: await idsOf(editor) })).body).toEqual({ updated: 0, unread_count: 0 })
    expect((await read(viewer, { all: true })).body).toEqual({ updated: 0, unread_count: 0 })
    expect(await unreadOf(editor)).toBe(5)
  })

  it.each([{}, { all: false }, { deal_id: 'x' }, { ids: [], all: true }])(
    'rejects a request without exactly one of ids and all (%j)',
    async (body) => {
      const answer = await read(people().editor, body)
      expect([answer.status, answer.body.detail]).toMatchObject([
        422,
        [{ type: 'value_error', loc: ['body'], input: body }],
      ])
    },
  )

  it('rejects malformed fields when marking notifications as read', async () => {
    const { editor } = people()
    const wrong = { ids: ['x'], all: 'yes', deal_id: 7 }
    const { status, body } = await read(editor, wrong)
    expect([status, body.detail.map(({ loc }: { loc: unknown }) => loc)]).toEqual([
      422,
      [
        ['body', 'ids', 0],
        ['body', 'all'],
        ['body', 'deal_id'],
      ],
    ])
    const tooMany = Array.from({ length: 501 }, () => newId())
    expect((await read(editor, { ids: tooMany })).body.detail[0].loc).toEqual(['body', 'ids'])
    expect((await read(editor, { ids: tooMany.slice(1) })).status).toBe(200)
    expect((await read(editor, undefined)).status).toBe(422)
  })

  it('returns the first response again for the same Idempotency-Key', async () => {
    const { editor } = people()
    const headers = { 'idempotency-key': newId() }
    const first = await read(editor, { all: true }, headers)
    expect(first.body).toEqual({ updated: 5, unread_count: 0 })
    expect((await read(editor, { all: true }, headers)).body).toEqual(first.body)
  })

  it('marks any number of notifications as read, in several transactions', async () => {
    const { owner, editor } = people()
    await plantNotifications(app, { to: editor, by: owner, dealId: deal, many: 10_001 })
    expect((await read(editor, { all: true })).body).toEqual({ updated: 10_006, unread_count: 0 })
    expect(await miscounted(app)).toEqual([])
  })

  describe('concurrent reading', () => {
    it('marks each notification only once under concurrent requests', async () => {
      const { editor } = people()
      const ids = await idsOf(editor)
      const answers = await Promise.all([
        ...ids.map((id) => read(editor, { ids: [id] })),
        ...ids.map(() => read(editor, { ids })),
        read(editor, { ids: ids.toReversed() }),
        read(editor, { all: true }),
      ])
      expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
      expect(answers.reduce((sum, { body }) => sum + body.updated, 0)).toBe(5)
      expect(await unreadOf(editor)).toBe(0)
      expect(await miscounted(app)).toEqual([])
    })

    it('keeps the unread count exact while notifications are added and read concurrently', async () => {
      const { owner, editor, viewer } = people()
      const step = fc.oneof(
        fc.record({ kind: fc.constant('act' as const), second: fc.boolean(), reversed: fc.boolean() }),
        fc.record({ kind: fc.constant('all' as const), second: fc.boolean(), narrow: fc.boolean() }),
        fc.record({ kind: fc.constant('ids' as const), pick: fc.infiniteStream(fc.boolean()) }),
      )
      const reader = fc.constantFrom(editor, viewer)
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(step, reader), { minLength: 5, maxLength: 25 }), async (steps) => {
          await forgetLimits(app)
          const [ofEditor, ofViewer] = [await idsOf(editor), await idsOf(viewer)]
          await Promise.all(
            steps.map(async ([wanted, person]) => {
              if (wanted.kind === 'act') {
                const to = wanted.reversed ? [viewer, editor] : [editor, viewer]
                return act(app, owner, wanted.second ? other : deal, noticeTo(to))
              }
              const named = wanted.kind === 'ids' ? (person === editor ? ofEditor : ofViewer) : []
              const body =
                wanted.kind === 'ids'
                  ? { ids: named.filter(() => wanted.pick.next().value) }
                  : { all: true, deal_id: wanted.narrow ? (wanted.second ? other : deal) : null }
              expect((await read(person, body)).status).toBe(200)
            }),
          )
          expect(await miscounted(app)).toEqual([])
        }),
        { numRuns: 10 },
      )
    })
  })
})
