import { Readable } from 'node:stream'
import { operation, signedIn, text } from '@deal-canvas/contract'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { openRoom, type Room, signInPeople, write } from '../testing/commenting.ts'
import { openStream } from '../testing/event-reader.ts'
import { openLive } from '../testing/live-client.ts'
import { onService } from '../testing/service.ts'
import { handleBytes } from './handler.ts'

const bytes = operation({
  id: 'bytes',
  method: 'GET',
  path: '/api/test/bytes',
  tag: 'Test',
  summary: 'Bytes',
  access: signedIn,
  answer: text(),
  mediaType: 'text/plain',
})
const stored = {
  sha256: 'a'.repeat(64),
  size: 3,
  mediaType: 'text/plain',
  open: async () => Readable.from([Buffer.from('abc')]),
}

const lines: string[] = []

onService(
  'streamed answer',
  (app) => {
    let room: Room
    beforeAll(async () => {
      room = await openRoom(app, await signInPeople(app))
      await write(room.commenter, room)
    })
    beforeEach(() => {
      lines.splice(0)
    })
    /** The request line is logged when the request is over. */
    const logged = async (count: number): Promise<string> => {
      await expect.poll(() => lines.filter((line) => line.includes('"msg":"request"')).length).toBe(count)
      return lines.join('\n')
    }
    const calm = expect.not.stringMatching(/ALREADY_SENT|"level":[456]0/)

    it('logs only the request when the client leaves an event stream', async () => {
      const headers = { accept: 'text/event-stream' }
      const stream = await openStream(app.service.app, `/api/canvas/${room.deal}/events`, room.viewer.token, headers)
      await stream.first(3)
      stream.leave()
      expect(await logged(1)).toEqual(calm)
    })

    it('logs only the request when the service ends an event stream', async () => {
      const person = await app.signIn('viewer')
      const headers = { accept: 'text/event-stream' }
      const stream = await openStream(app.service.app, `/api/canvas/${room.deal}/events`, person.token, headers)
      await stream.first(3)
      await person.send('POST', '/api/auth/logout')
      expect(await stream.text()).toContain('bye')
      expect(await logged(3)).toEqual(calm)
    })

    it('logs only the request when an answer is streamed line by line', async () => {
      expect((await room.viewer.get(`/api/canvas/${room.deal}/audit-trail/export`)).status).toBe(200)
      expect(await logged(1)).toEqual(calm)
    })

    it.each(['GET', 'HEAD'])('logs only the request when bytes are requested with %s', async (method) => {
      expect((await room.viewer.send(method, '/api/test/bytes')).status).toBe(200)
      expect((await room.viewer.send(method, '/api/test/bytes', undefined, { range: 'bytes=0-0' })).status).toBe(206)
      const known = { 'if-none-match': `"${stored.sha256}"` }
      expect((await room.viewer.send(method, '/api/test/bytes', undefined, known)).status).toBe(304)
      expect(await logged(3)).toEqual(calm)
    })

    it('logs only the channel when a request becomes a channel', async () => {
      const client = await openLive(app.service.app, room.deal, room.viewer.token)
      await client.hears('hello')
      await client.leave()
      await expect.poll(() => lines.join('\n')).toContain('"msg":"channel"')
      expect(lines.join('\n')).toEqual(calm)
    })
  },
  { extraRoutes: [handleBytes(bytes, async () => stored)], onLog: (line) => lines.push(line) },
)
