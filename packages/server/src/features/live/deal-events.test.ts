import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openRoom, type People, type Room, signInPeople, write } from '../../testing/commenting.ts'
import { openStream } from '../../testing/event-reader.ts'
import { forgetLimits } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'
import { createThreadsNamed } from '../comments/threads/threads-named.ts'
import { createSectionsNamed, type SectionRow } from '../memo/sections/sections-named.ts'
import { createDealEvents } from './deal-events.ts'

onService('deal events', (app) => {
  let people: People
  let room: Room
  let path: string
  beforeAll(async () => {
    people = await signInPeople(app)
  })
  beforeEach(async () => {
    await forgetLimits(app)
    room = await openRoom(app, people)
    path = `/api/canvas/${room.deal}/events`
  })
  const read = async (query = '') => (await room.viewer.get(`${path}${query}`)).body
  const stream = (person: Person, query = '', headers: Record<string, string> = {}) =>
    openStream(app.service.app, `${path}${query}`, person.token, { accept: 'text/event-stream', ...headers })

  describe('polling', () => {
    it('returns the events after a sequence number in order, each with its comment', async () => {
      for (const content of ['One', 'Two', 'Three']) await write(room.commenter, room, { content })
      const { epoch } = (await room.viewer.get(`/api/canvas/${room.deal}`)).body.session
      const answer = await read('?since=1')
      expect(answer).toMatchObject({ next_since: 3, has_more: false, epoch, recovered: true })
      expect(
        answer.events.map(
          ({ seq, type, data }: { seq: number; type: string; data: { comment: { content: string } } }) => [
            seq,
            type,
            data.comment.content,
          ],
        ),
      ).toEqual([
        [2, 'comment.created', 'Two'],
        [3, 'comment.created', 'Three'],
      ])
    })

    it('returns all events page by page', async () => {
      for (let n = 0; n < 5; n++) await write(room.commenter, room)
      const seen: number[] = []
      for (let since = 0, more = true; more; ) {
        const { events, next_since, has_more } = await read(`?since=${since}&limit=2`)
        seen.push(...events.map(({ seq }: { seq: number }) => seq))
        since = next_since
        more = has_more
      }
      expect(seen).toEqual([1, 2, 3, 4, 5])
    })

    it('returns at most about 512 KiB of events per page and the rest on the next page', async () => {
      for (let n = 0; n < 12; n++)
        await room.editor.send('PUT', `/api/canvas/${room.deal}/sections/part_${n}`, { content: 'x'.repeat(60_000) })
      const first = await read()
      expect(JSON.stringify(first.events).length).toBeLessThan(600 * 1024)
      expect(first).toMatchObject({ has_more: true, next_since: first.events.length })
      const second = await read(`?since=${first.next_since}`)
      expect(first.events.length + second.events.length).toBe(12)
      expect(second.has_more).toBe(false)
    })

    it('sends a reference with the version for an oversized section or thread, and the content once it is small again', async () => {
      const section = `/api/canvas/${room.deal}/sections/risks`
      await room.editor.send('PUT', section, { content: '\u00e9'.repeat(33_000) })
      await room.editor.send('PUT', section, { content: '\u0001'.repeat(12_000) })
      await room.editor.send('PUT', section, { content: 'x'.repeat(70_000) })
      const long = '\u{1f600}'.repeat(2_000)
      const { comment_id: id } = await write(room.commenter, room, { content: long })
      const thread = `/api/canvas/${room.deal}/comments/${id}`
      for (let n = 0; n < 8; n++) await room.commenter.send('POST', `${thread}/replies`, { content: long })
      const { events } = await read()
      expect(events.find(({ seq }: { seq: number }) => seq === 3).data).toMatchObject({ ref: section, version: 3 })
      expect(events.at(-1).data).toMatchObject({ comment_id: id, ref: thread, version: expect.any(Number) })
      await room.editor.send('PUT', section, { content: 'Short' })
      const since = events.at(-1).seq
      expect((await read(`?since=${since}`)).events).toMatchObject([
        { data: { section: { content: 'Short', version: 4 } } },
      ])
    })

    it('does not read texts that are too large to send in an event', async () => {
      const { database } = app.service
      await room.editor.send('PUT', `/api/canvas/${room.deal}/sections/risks`, { content: 'x'.repeat(70_000) })
      await room.editor.send('PUT', `/api/canvas/${room.deal}/sections/terms`, { content: 'x' })
      const { comment_id: commentId } = await write(room.commenter, room, { content: '\u00e9'.repeat(2_000) })
      const paths = ['risks', 'terms', 'none'].map((sectionKey) => ({ dealId: room.deal, sectionKey }))
      const sections = await createSectionsNamed(database)(paths, 65_536)
      expect(sections.large).toEqual([{ dealId: room.deal, sectionKey: 'risks', version: 1 }])
      expect(sections.found).toMatchObject([{ sectionKey: 'terms', content: 'x' }])
      const threads = createThreadsNamed(database)
      const named = [{ dealId: room.deal, commentId }]
      expect(await threads(named, 3_999)).toEqual({ found: [], large: [{ dealId: room.deal, commentId, version: 1 }] })
      expect(await threads(named, 4_000)).toMatchObject({ found: [{ id: commentId }], large: [] })
    })

    it('limits reading events to 300 requests per minute', async () => {
      const statuses: number[] = []
      for (let lot = 0; lot < 11; lot++)
        statuses.push(
          ...(await Promise.all(Array.from({ length: 28 }, () => room.viewer.get(path)))).map(
            (answer) => answer.status,
          ),
        )
      expect(statuses.filter((status) => status === 200)).toHaveLength(300)
      expectRefusal(await room.viewer.get(path), 429, 'rate_limited')
    })

    it('returns no events for a deal without events', async () => {
      expect(await read()).toMatchObject({ events: [], next_since: 0, has_more: false, recovered: true })
    })

    it.each(['?since=99', '?since=1&epoch=another'])(
      'answers recovered false after %s, so that the client reloads the canvas',
      async (query) => {
        await write(room.commenter, room)
        await write(room.commenter, room)
        expect(await read(query)).toMatchObject({ events: [], next_since: 2, has_more: false, recovered: false })
      },
    )

    it.each(['?since=-1', '?since=x', '?limit=0', '?limit=101'])(
      'rejects the events query %s with 422',
      async (query) => {
        expect((await room.viewer.get(`${path}${query}`)).status).toBe(422)
      },
    )

    it('returns 404 for the events of a deal that the user cannot see', async () => {
      expectRefusal(await room.outsider.get(path), 404, 'deal_not_found')
    })
  })

  describe('event stream', () => {
    it('starts an event stream with hello and resumed, then sends missed events, then live ones', async () => {
      for (const content of ['One', 'Two']) await write(room.commenter, room, { content })
      const { session_id, epoch } = (await room.viewer.get(`/api/canvas/${room.deal}`)).body.session
      const heard = await stream(room.viewer, `?since=1&epoch=${epoch}`)
      expect(heard.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      const [hello, resumed, missed] = await heard.first(3)
      expect(hello).toEqual({ event: 'hello', data: { session_id, epoch, seq: 2 } })
      expect(resumed).toEqual({ event: 'resumed', data: { recovered: true, from: 1 } })
      const [event] = (await read('?since=1')).events
      expect(missed).toEqual({ event: 'event', id: '2', data: event })
      await write(room.commenter, room, { content: 'Three' })
      expect((await heard.first(4)).at(-1)).toMatchObject({
        id: '3',
        data: { data: { comment: { content: 'Three' } } },
      })
      heard.leave()
    })

    it('resumes an event stream after Last-Event-ID, which takes precedence over the since parameter', async () => {
      for (let n = 0; n < 3; n++) await write(room.commenter, room)
      const heard = await stream(room.viewer, '?since=0', { 'last-event-id': '2' })
      expect((await heard.first(3)).map(({ id }) => id)).toEqual([undefined, undefined, '3'])
      heard.leave()
    })

    it('ends the event stream when the member loses the role', async () => {
      const heard = await stream(room.viewer)
      await heard.first(2)
      await room.owner.send('DELETE', `/api/canvas/${room.deal}/members/${room.viewer.userId}`)
      expect(await heard.text()).toMatch(/event: bye\ndata: \{"reason":"role_lost"\}\n\n$/)
    })

    it('ends the event stream when the canvas session ends, and starts the next one in another epoch', async () => {
      const heard = await stream(room.viewer)
      const data = (await heard.first(2))[0]?.data
      await room.owner.send('DELETE', `/api/canvas/${room.deal}`)
      expect(await heard.text()).toMatch(/"reason":"invalidated"\}\n\n$/)
      const again = await stream(room.viewer, `?since=0&epoch=${data.epoch}`)
      expect((await again.first(2)).at(-1)).toEqual({ event: 'resumed', data: { recovered: false, from: 1 } })
      again.leave()
    })

    it('returns 404 before an event stream starts if the user cannot see the deal', async () => {
      expect((await stream(room.outsider)).status).toBe(404)
    })
  })
})

describe('building many events', () => {
  const entry = (n: number) => ({
    place: 0,
    dealId: 'd',
    seq: n,
    ts: new Date(0),
    kind: 'activity' as const,
    type: 'section.updated',
    actorId: null,
    isImported: false,
    data: JSON.stringify({ section_key: `s${n}` }),
  })
  const section = (sectionKey: string) => ({ dealId: 'd', sectionKey, content: 'x'.repeat(60_000) }) as SectionRow

  it('yields to the event loop while it builds many large events', async () => {
    const events = createDealEvents({
      store: { entries: async () => Array.from({ length: 100 }, (_, n) => entry(n)), importedPeople: async () => [] },
      threadsNamed: async () => ({ found: [], large: [] }),
      sectionsNamed: async (paths) => ({
        found: paths.map(({ sectionKey }) => ({ ...section(sectionKey), updatedAt: new Date(0) })),
        large: [],
      }),
    })
    let turns = 0
    let isOver = false
    const turn = () => {
      turns++
      if (!isOver) setImmediate(turn)
    }
    setImmediate(turn)
    await events.after({ dealId: 'd', after: 0 })
    isOver = true
    expect(turns).toBeGreaterThan(20)
  })
})
