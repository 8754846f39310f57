import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Service } from '../../compose.ts'
import { onPostgres, type TestPlace } from '../../testing/databases.ts'
import { type Frame, openStream } from '../../testing/event-reader.ts'
import { act, forgetNotifications, noticeTo, plantNotifications, signInAll } from '../../testing/noticing.ts'
import { actorOf } from '../../testing/org-people.ts'
import { plantDeal } from '../../testing/planting.ts'
import { onService, type Person, type TestService } from '../../testing/service.ts'
import { startService } from '../../testing/start.ts'

const url = '/api/canvas/notifications'

/** Summarizes stream frames: notification numbers and unread counts. */
const inShort = (frames: Frame[]): string[] =>
  frames.map(({ event, id, data }) => (event === 'unread' ? `${data.unread_count} unread` : `#${id} ${data.snippet}`))

onService('notification stream', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'viewer')
  let deal: string
  beforeEach(async () => {
    await forgetNotifications(app)
    const members = Object.fromEntries(Object.values(people()).map(({ userId }) => [userId, 'owner'] as const))
    deal = await plantDeal(app, { members })
  })
  const open = (person: Person, lastEventId?: string) => {
    const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
    return openStream(app.service.app, `${url}/stream`, person.token, headers)
  }
  const say = (snippet: string) => act(app, people().owner, deal, noticeTo([people().editor], { snippet }))

  it('starts the stream with the unread count, then sends each new notification as the list shows it', async () => {
    const { owner, editor } = people()
    await plantNotifications(app, { to: editor, by: owner, dealId: deal, many: 2 })
    const stream = await open(editor)
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(await stream.first(1)).toEqual([{ event: 'unread', id: '2', data: { unread_count: 2 } }])
    await say('Hello')
    const [item] = (await editor.get(url)).body.notifications
    expect((await stream.first(3)).slice(1)).toEqual([
      { event: 'notification', id: '3', data: item },
      { event: 'unread', data: { unread_count: 3 } },
    ])
    stream.leave()
  })

  it('streams no notifications of other users', async () => {
    const { owner, editor, viewer } = people()
    const stream = await open(editor)
    await stream.first(1)
    await act(app, owner, deal, noticeTo([viewer], { snippet: 'For another' }))
    await say('Mine')
    expect(inShort(await stream.first(3))).toEqual(['0 unread', '#1 Mine', '1 unread'])
    stream.leave()
  })

  it('streams all notifications in order, however many arrive at once', async () => {
    const { editor } = people()
    const stream = await open(editor)
    await stream.first(1)
    await Promise.all(Array.from({ length: 30 }, (_, n) => say(`${n}`)))
    let count = 31
    let frames = await stream.first(count)
    while (frames.filter(({ event }) => event === 'notification').length < 30) frames = await stream.first(++count)
    const ids = frames.flatMap(({ event, id }) => (event === 'notification' ? [Number(id)] : []))
    expect(ids).toEqual(Array.from({ length: 30 }, (_, n) => n + 1))
    stream.leave()
  })

  it('streams the unread count when notifications are read elsewhere', async () => {
    const { editor } = people()
    await say('One')
    const stream = await open(editor)
    await stream.first(1)
    await editor.send('POST', `${url}/read`, { all: true })
    expect(inShort(await stream.first(2))).toEqual(['1 unread', '0 unread'])
    stream.leave()
  })

  it('resumes the notification stream after the last received one without repeating any [NOTIFY-10]', async () => {
    const { editor } = people()
    for (const snippet of ['One', 'Two', 'Three']) await say(snippet)
    const stream = await open(editor, '1')
    expect(inShort(await stream.first(3))).toEqual(['3 unread', '#2 Two', '#3 Three'])
    await say('Four')
    expect(inShort(await stream.first(5)).slice(3)).toEqual(['#4 Four', '4 unread'])
    stream.leave()
    const again = await open(editor, '4')
    await again.first(1)
    await say('Five')
    expect(inShort(await again.first(3))).toEqual(['4 unread', '#5 Five', '5 unread'])
    again.leave()
  })

  it('loses no notification if the connection drops before the first one', async () => {
    const { editor } = people()
    await say('Before')
    const stream = await open(editor)
    const [unread] = await stream.first(1)
    stream.leave()
    await say('Meanwhile')
    const again = await open(editor, unread?.id)
    expect(inShort(await again.first(2))).toEqual(['2 unread', '#2 Meanwhile'])
    again.leave()
  })

  it('replays the newest 500 of very many missed notifications, then continues with new ones', async () => {
    const { owner, editor } = people()
    await plantNotifications(app, { to: editor, by: owner, dealId: deal, many: 620 })
    const stream = await open(editor, '3')
    const [, ...missed] = await stream.first(501)
    expect(missed.map(({ id }) => Number(id))).toEqual(Array.from({ length: 500 }, (_, n) => 121 + n))
    await say('Next')
    expect(inShort(await stream.first(503)).slice(501)).toEqual(['#621 Next', '621 unread'])
    stream.leave()
  })

  it.each(['', 'x', '-1', '1.5', '999999', '99999999999999999999'])(
    'starts with new notifications after a Last-Event-ID that was never issued (%s)',
    async (lastEventId) => {
      const { editor } = people()
      await say('Before')
      const stream = await open(editor, lastEventId)
      await stream.first(1)
      await say('After')
      expect(inShort(await stream.first(3))).toEqual(['1 unread', '#2 After', '2 unread'])
      stream.leave()
    },
  )

  it('finds missed notifications by polling, and leaves out deals the user can no longer see', async () => {
    const { owner, editor } = people()
    const lost = await plantDeal(app, { members: { [editor.userId]: 'viewer' } })
    await plantNotifications(app, { to: editor, by: owner, dealId: lost, many: 1 })
    const stream = await open(editor)
    await stream.first(1)
    await app.sql('DELETE FROM deal_members WHERE deal_id = $1', [lost])
    await app.service.database.transaction(async () => {
      await plantNotifications(app, { to: editor, by: owner, dealId: lost, many: 1 })
      await plantNotifications(app, { to: editor, by: owner, dealId: deal, many: 2 })
    })
    const frames = inShort(await stream.first(4)).filter((said) => said !== '0 unread')
    const all = frames.length === 4 ? frames : inShort(await stream.first(5)).filter((said) => said !== '0 unread')
    expect(all).toEqual(['1 unread', '#3 Number 3', '#4 Number 4', '2 unread'])
    stream.leave()
    const again = await open(editor, '0')
    expect(inShort(await again.first(3))).toEqual(['2 unread', '#3 Number 3', '#4 Number 4'])
    again.leave()
  })
})

onPostgres('two services on one database', (kind) => {
  let place: TestPlace
  const running: Service[] = []
  beforeAll(async () => {
    place = await kind.place()
    for (let n = 0; n < 2; n++) running.push(await startService({ ...place.env, DEMO: 'on' }))
  })
  afterAll(async () => {
    for (const service of running) await service.drain()
    await place.remove()
  })

  it('streams notifications created or read on the other service', async () => {
    const [here, there] = running
    if (here === undefined || there === undefined) throw new Error('Nothing is running')
    const signIn = async (email: string) => {
      const payload = { email, password: 'deal-canvas-demo' }
      const body = (await here.app.inject({ method: 'POST', url: '/api/auth/login', payload })).json()
      return { token: body.access_token as string, userId: body.user.id as string }
    }
    const [owner, editor] = [await signIn('owner@example.com'), await signIn('editor@example.com')]
    const sql: TestService['sql'] = async (text, values = []) =>
      (await here.database.query({ text, values })).rows as never
    await forgetNotifications({ sql })
    const deal = await plantDeal({ sql }, { members: { [editor.userId]: 'viewer' } })
    const stream = await openStream(there.app, `${url}/stream`, editor.token)
    await stream.first(1)
    await here.changes.change(actorOf(owner), deal, 'service', async ({ notify }) =>
      notify({ type: 'comment', to: [editor.userId], snippet: 'From afar' }),
    )
    expect(inShort(await stream.first(3))).toEqual(['0 unread', '#1 From afar', '1 unread'])
    const headers = { authorization: `Bearer ${editor.token}` }
    await here.app.inject({ method: 'POST', url: `${url}/read`, headers, payload: { all: true } })
    expect(inShort(await stream.first(4)).at(-1)).toBe('0 unread')
    stream.leave()
  })
})
