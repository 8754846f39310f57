import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openRoom, type People, type Room, signInPeople, write } from '../../testing/commenting.ts'
import { openStream } from '../../testing/event-reader.ts'
import { forgetLimits } from '../../testing/planting.ts'
import { expectRefusal, onEachService, type Person } from '../../testing/service.ts'

onEachService('the events of a deal', (the) => {
  let people: People
  let room: Room
  let path: string
  beforeAll(async () => {
    people = await signInPeople(the)
  })
  beforeEach(async () => {
    await forgetLimits(the)
    room = await openRoom(the, people)
    path = `/api/canvas/${room.deal}/events`
  })
  const read = async (query = '') => (await room.viewer.get(`${path}${query}`)).body
  const stream = (person: Person, query = '', headers: Record<string, string> = {}) =>
    openStream(the.service.app, `${path}${query}`, person.token, { accept: 'text/event-stream', ...headers })

  describe('asked for', () => {
    it('are those after a number, in order, with what they are about', async () => {
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

    it('come page by page to the end', async () => {
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

    it('answers at most about half a MiB of events at once and goes on with the next page', async () => {
      for (let n = 0; n < 12; n++)
        await room.editor.send('PUT', `/api/canvas/${room.deal}/sections/part_${n}`, { content: 'x'.repeat(60_000) })
      const first = await read()
      expect(JSON.stringify(first.events).length).toBeLessThan(600 * 1024)
      expect(first).toMatchObject({ has_more: true, next_since: first.events.length })
      const second = await read(`?since=${first.next_since}`)
      expect(first.events.length + second.events.length).toBe(12)
      expect(second.has_more).toBe(false)
    })

    it('of an untouched deal are none', async () => {
      expect(await read()).toMatchObject({ events: [], next_since: 0, has_more: false, recovered: true })
    })

    it.each(['?since=99', '?since=1&epoch=another'])(
      'cannot be told after %s: the canvas is to be read anew',
      async (query) => {
        await write(room.commenter, room)
        await write(room.commenter, room)
        expect(await read(query)).toMatchObject({ events: [], next_since: 2, has_more: false, recovered: false })
      },
    )

    it.each(['?since=-1', '?since=x', '?limit=0', '?limit=101'])('are refused for %s', async (query) => {
      expect((await room.viewer.get(`${path}${query}`)).status).toBe(422)
    })

    it('do not exist for whoever cannot see the deal', async () => {
      expectRefusal(await room.outsider.get(path), 404, 'deal_not_found')
    })
  })

  describe('as a stream', () => {
    it('begin with where the deal stands, bring what was missed, then what happens', async () => {
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

    it('go on after the last that was heard, whatever the address says', async () => {
      for (let n = 0; n < 3; n++) await write(room.commenter, room)
      const heard = await stream(room.viewer, '?since=0', { 'last-event-id': '2' })
      expect((await heard.first(3)).map(({ id }) => id)).toEqual([undefined, undefined, '3'])
      heard.leave()
    })

    it('end when the role is lost', async () => {
      const heard = await stream(room.viewer)
      await heard.first(2)
      await room.owner.send('DELETE', `/api/canvas/${room.deal}/members/${room.viewer.userId}`)
      expect(await heard.text()).toMatch(/event: bye\ndata: \{"reason":"role_lost"\}\n\n$/)
    })

    it('end when the session of the canvas is ended, and begin anew in another epoch', async () => {
      const heard = await stream(room.viewer)
      const data = (await heard.first(2))[0]?.data
      await room.owner.send('DELETE', `/api/canvas/${room.deal}`)
      expect(await heard.text()).toMatch(/"reason":"invalidated"\}\n\n$/)
      const again = await stream(room.viewer, `?since=0&epoch=${data.epoch}`)
      expect((await again.first(2)).at(-1)).toEqual({ event: 'resumed', data: { recovered: false, from: 1 } })
      again.leave()
    })

    it('are refused before they begin to whoever cannot see the deal', async () => {
      expect((await stream(room.outsider)).status).toBe(404)
    })
  })
})
