import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { openRoom, type People, plantSection, type Room, signInPeople, write } from '../../testing/commenting.ts'
import { readRaw, sayRaw } from '../../testing/listening.ts'
import { type LiveClient, openLive } from '../../testing/live-client.ts'
import { forgetLimits } from '../../testing/planting.ts'
import { onService, type Person } from '../../testing/service.ts'

onService('live channel', (app) => {
  let people: People
  let room: Room
  const clients: LiveClient[] = []
  beforeAll(async () => {
    people = await signInPeople(app)
  })
  beforeEach(async () => {
    await forgetLimits(app)
    room = await openRoom(app, people)
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) client.socket.terminate()
  })

  const open = async (person: Person, ...rest: [options?: Parameters<typeof openLive>[3]]) => {
    const client = await openLive(app.service.app, room.deal, person.token, ...rest)
    clients.push(client)
    return client
  }
  /** Opens a channel that receives all events from now on. */
  const listen = async (person: Person) => {
    const client = await open(person)
    client.say({ type: 'ping' })
    await client.hears('resumed')
    return client
  }
  /** Read in advance, so that a client can send `resume` at once. */
  const epochNow = async (): Promise<string> => (await room.viewer.get(`/api/canvas/${room.deal}`)).body.session.epoch
  const seqs = (client: LiveClient): number[] => client.events().map(({ seq }) => seq)

  describe('handshake', () => {
    it('selects canvas.v1 and never the subprotocol with the token [LIVE-1]', async () => {
      const client = await open(room.viewer)
      expect(client.socket.protocol).toBe('canvas.v1')
    })

    it.each([
      ['without a token', ['canvas.v1'], 401, 'not_authenticated'],
      ['with an invalid token', ['canvas.v1', 'bearer.x'], 401, 'token_invalid'],
    ])('rejects a live channel %s', async (_, protocols, status, code) => {
      const client = await open(room.viewer, { protocols })
      expect(client.refused).toMatchObject({ status, body: { code } })
    })

    it('rejects a live channel without the subprotocol canvas.v1 with 426 [LIVE-1]', async () => {
      const client = await open(room.viewer, { protocols: [`bearer.${room.viewer.token}`] })
      expect(client.refused).toMatchObject({ status: 426, body: { code: 'upgrade_required' } })
    })

    it('returns 404 for a live channel of a deal that the user cannot see', async () => {
      const client = await open(room.outsider)
      expect(client.refused).toMatchObject({ status: 404, body: { code: 'deal_not_found' } })
    })

    it('rejects a live channel from a page of another origin with 403 [LIVE-2]', async () => {
      const foreign = await open(room.viewer, { origin: 'https://evil.example' })
      expect(foreign.refused).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } })
      const own = await open(room.viewer, { origin: 'http://localhost:8080' })
      expect(own.refused).toBeUndefined()
    })

    it('answers a plain HTTP request to the live channel with 426', async () => {
      const answer = await room.viewer.get(`/api/canvas/${room.deal}/live`)
      expect([answer.status, answer.body.code]).toEqual([426, 'upgrade_required'])
    })

    it('answers an invalid WebSocket handshake with a JSON error like any other malformed request', async () => {
      const lines = [
        `GET /api/canvas/${room.deal}/live HTTP/1.1`,
        'Host: localhost',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 99',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        `Sec-WebSocket-Protocol: canvas.v1, bearer.${room.viewer.token}`,
      ]
      const answer = readRaw(await sayRaw(app.service.app, `${lines.join('\r\n')}\r\n\r\n`))
      expect(answer).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    })

    it('ignores an offer to upgrade to another protocol', async () => {
      const head = 'Host: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n'
      const answer = readRaw(await sayRaw(app.service.app, `GET /healthz HTTP/1.1\r\n${head}`))
      expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }])
    })

    it('accepts the deal token for its own deal and rejects it for another deal', async () => {
      const { token } = (await room.viewer.send('POST', `/api/canvas/${room.deal}/token/refresh`)).body
      const client = await openLive(app.service.app, room.deal, token)
      clients.push(client)
      expect(await client.hears('hello')).toMatchObject({ role: 'viewer' })
      const other = await openRoom(app, people)
      const refused = await openLive(app.service.app, other.deal, token)
      expect(refused.refused).toMatchObject({ status: 403, body: { code: 'token_scope' } })
    })
  })

  describe('start of a channel', () => {
    it('sends hello with the session, the last sequence number and the role, then resumed', async () => {
      await write(room.commenter, room)
      const { session } = (await room.viewer.get(`/api/canvas/${room.deal}`)).body
      const client = await open(room.viewer)
      const { channel_id: _, ...hello } = await client.hears('hello')
      const { session_id, epoch } = session
      expect(hello).toEqual({ type: 'hello', session_id, epoch, seq: 1, role: 'viewer' })
      // The client sends nothing, so the channel starts by itself after 250 ms.
      expect(await client.hears('resumed')).toEqual({ type: 'resumed', recovered: false, from: 1 })
      expect(client.heard.map(({ type }) => type).slice(0, 2)).toEqual(['hello', 'resumed'])
    })

    it('replays every missed event in order after a resume, and then continues [LIVE-3]', async () => {
      for (let n = 0; n < 3; n++) await write(room.commenter, room, { content: `Number ${n}` })
      const epoch = await epochNow()
      const client = await open(room.viewer)
      client.say({ type: 'resume', epoch, seq: 1 })
      expect(await client.hears('resumed')).toEqual({ type: 'resumed', recovered: true, from: 1 })
      await client.hears('event', ({ seq }) => seq === 3)
      await write(room.commenter, room)
      await client.hears('event', ({ seq }) => seq === 4)
      expect(seqs(client)).toEqual([2, 3, 4])
    })

    it.each([
      ['another epoch', { epoch: 'another', seq: 1 }],
      ['a sequence number that was never reached', { seq: 99 }],
    ])('answers recovered false when it resumes from %s [LIVE-4]', async (_, asked) => {
      await write(room.commenter, room)
      const epoch = await epochNow()
      const client = await open(room.viewer)
      client.say({ type: 'resume', epoch, ...asked })
      expect(await client.hears('resumed')).toEqual({ type: 'resumed', recovered: false, from: 1 })
      await write(room.commenter, room)
      await client.hears('event')
      expect(seqs(client)).toEqual([2])
    })

    it('rejects a second resume with already_resumed', async () => {
      const client = await listen(room.viewer)
      const { epoch } = await client.hears('hello')
      client.say({ type: 'resume', epoch, seq: 0 })
      expect(await client.hears('error')).toMatchObject({ code: 'already_resumed', about: 'resume' })
    })
  })

  describe('events', () => {
    it('sends each audit trail event with the current comment [LIVE-5]', async () => {
      const client = await listen(room.viewer)
      const comment = await write(room.commenter, room)
      const event = await client.hears('event')
      const { timeline } = (await room.viewer.get(`/api/canvas/${room.deal}/audit-trail`)).body
      const { seq, ts, kind, type, actor_id, data } = timeline[0]
      expect(event).toEqual({
        type: 'event',
        event_type: type,
        seq,
        ts,
        kind,
        actor_id,
        data: { ...data, comment },
      })
    })

    it('sends a section event with the current section [LIVE-5]', async () => {
      const client = await listen(room.viewer)
      const section = (
        await room.editor.send('PUT', `/api/canvas/${room.deal}/sections/summary`, { content: 'New words' })
      ).body
      expect((await client.hears('event')).data).toEqual({
        section_key: 'summary',
        version: 1,
        digest: expect.any(String),
        section,
      })
    })

    it('sends a reference instead of a section larger than 64 KiB [LIVE-6]', async () => {
      const client = await listen(room.viewer)
      const path = `/api/canvas/${room.deal}/sections/summary`
      const { version, section_key } = (await room.editor.send('PUT', path, { content: 'x'.repeat(70_000) })).body
      const { data } = await client.hears('event')
      expect(data).toEqual({ section_key, version, digest: expect.any(String), ref: path })
      const { body } = await room.viewer.get(data.ref)
      expect([body.version, body.content.length]).toEqual([version, 70_000])
    })

    it('sends a reference instead of a thread larger than 64 KiB', async () => {
      const { comment_id } = await write(room.commenter, room)
      const client = await listen(room.viewer)
      for (let n = 0; n < 20; n++)
        await room.editor.send('POST', `${room.path}/${comment_id}/replies`, { content: '€'.repeat(2_000) })
      const { data } = await client.hears('event', ({ seq }) => seq === 21)
      expect(data).toMatchObject({ comment_id, ref: `${room.path}/${comment_id}`, version: expect.any(Number) })
      expect(data).not.toHaveProperty('comment')
      expect((await room.viewer.get(data.ref)).body.comment_id).toBe(comment_id)
    })

    it('sends no content of a deleted comment, even when earlier events about it are replayed', async () => {
      const { comment_id } = await write(room.commenter, room, { content: 'Rather not said' })
      await room.commenter.send('DELETE', `${room.path}/${comment_id}`)
      const epoch = await epochNow()
      const client = await open(room.viewer)
      client.say({ type: 'resume', epoch, seq: 0 })
      await client.hears('event', ({ event_type }) => event_type === 'comment.deleted')
      expect(client.events().map(({ data }) => data.comment)).toEqual([null, null])
      expect(JSON.stringify(client.heard)).not.toContain('Rather')
    })

    it('replays a long text only once, with the last missed event about it', async () => {
      await plantSection(app, room.deal, 'long', 'First')
      for (const word of ['a', 'b', 'c']) {
        const content = word.repeat(5_000)
        await room.editor.send('PUT', `/api/canvas/${room.deal}/sections/long`, { content })
      }
      const epoch = await epochNow()
      const client = await open(room.viewer)
      client.say({ type: 'resume', epoch, seq: 0 })
      await client.hears('event', ({ seq }) => seq === 3)
      const texts = client.events().map(({ data }) => data.section?.content.slice(0, 1))
      expect(texts).toEqual([undefined, undefined, 'c'])
    })

    it('sends each event exactly once to every listener of the deal and to no listener of another deal [LIVE-7]', async () => {
      const other = await openRoom(app, people)
      const elsewhere = await openLive(app.service.app, other.deal, room.viewer.token)
      clients.push(elsewhere)
      elsewhere.say({ type: 'ping' })
      await elsewhere.hears('resumed')
      const all = [await listen(room.viewer), await listen(room.editor), await listen(room.editor)]
      for (let n = 0; n < 20; n++) await write(room.commenter, room)
      for (const client of all) await client.hears('event', ({ seq }) => seq === 20)
      for (const client of all) expect(seqs(client)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
      expect(elsewhere.events()).toEqual([])
    })
  })

  describe('closing', () => {
    it('closes the channel with 4403 when the member loses the role', async () => {
      const client = await listen(room.viewer)
      await room.owner.send('DELETE', `/api/canvas/${room.deal}/members/${room.viewer.userId}`)
      expect(await client.closed).toEqual({ code: 4403, reason: 'role_lost' })
      expect(client.heard.at(-1)).toEqual({ type: 'bye', reason: 'role_lost' })
    })

    it('closes the channel with 4401 when the user signs out', async () => {
      const person = await app.signIn('viewer')
      const client = await listen(person)
      await person.send('POST', '/api/auth/logout')
      expect(await client.closed).toEqual({ code: 4401, reason: 'session_ended' })
    })

    it('closes the channel with 4410 when the canvas session ends, and starts another epoch [LIVE-9]', async () => {
      const client = await listen(room.viewer)
      const { epoch } = await client.hears('hello')
      await room.owner.send('DELETE', `/api/canvas/${room.deal}`)
      expect(await client.closed).toEqual({ code: 4410, reason: 'invalidated' })
      const again = await open(room.viewer)
      again.say({ type: 'resume', epoch, seq: 0 })
      expect((await again.hears('hello')).epoch).not.toBe(epoch)
      expect(await again.hears('resumed')).toMatchObject({ recovered: false })
    })

    it('closes the channel with 4410 when the state of the deal is purged', async () => {
      const client = await listen(room.viewer)
      await expect
        .poll(async () => (await app.sql("SELECT 1 FROM key_values WHERE kind = 'session'")).length)
        .toBeGreaterThan(0)
      const superadmin = await app.signIn('superadmin')
      const body = { mode: 'by_deal', deal_id: room.deal, dry_run: false }
      expect((await superadmin.send('POST', '/api/superadmin/purge_deals', body)).status).toBe(200)
      expect((await client.closed).code).toBe(4410)
    })

    it('closes the channel with 4429 when a client sends too many messages', async () => {
      const client = await listen(room.viewer)
      for (let n = 0; n < 100; n++) client.say({ type: 'ping' })
      expect(await client.closed).toEqual({ code: 4429, reason: 'too_many_messages' })
    })

    it('closes the channel with 1009 when a frame is too large', async () => {
      const client = await listen(room.viewer)
      client.say({ type: 'presence', cursor: { x: 'x'.repeat(70_000) } })
      expect((await client.closed).code).toBe(1009)
    })

    it('disconnects a client that does not read with 4408, and lets it catch up after reconnecting [LIVE-12]', async () => {
      const client = await listen(room.viewer)
      const { epoch } = await client.hears('hello')
      client.socket.pause()
      for (let n = 0; n < 160; n++) {
        const content = `${n} `.repeat(24_000).slice(0, 60_000)
        await forgetLimits(app)
        await room.editor.send('PUT', `/api/canvas/${room.deal}/sections/summary`, { content })
        if (n % 20 === 19 && client.socket.readyState !== client.socket.OPEN) break
      }
      client.socket.resume()
      // A client that stays paused longer than the service waits sees a dropped connection instead of the close code.
      expect([4408, 1006]).toContain((await client.closed).code)
      const last = client.events().at(-1)?.seq ?? 0
      const again = await open(room.viewer)
      again.say({ type: 'resume', epoch, seq: last })
      const { seq } = await again.hears('hello')
      await again.hears('event', (event) => event.seq === seq)
      const all = [...seqs(client), ...seqs(again)]
      expect(all).toEqual(Array.from({ length: seq }, (_, n) => n + 1))
    }, 60_000)
  })

  describe('invalid frames', () => {
    it.each([
      ['text that is not JSON', '{', 'A frame must be a JSON object with a type'],
      ['a frame that is not an object', '[1]', 'A frame must be a JSON object with a type'],
      ['an unknown type', '{"type":"__proto__"}', 'The type of a frame must be one of'],
      ['a missing field', '{"type":"lock"}', 'section_key: Field required'],
      ['an invalid field', '{"type":"resume","epoch":"e","seq":-1}', 'seq: '],
      ['a cursor that is too large', `{"type":"presence","cursor":{"x":"${'x'.repeat(2_000)}"}}`, 'cursor: '],
    ])('answers an invalid frame with a specific error: %s', async (_, text, detail) => {
      const client = await listen(room.viewer)
      client.say(text)
      expect((await client.hears('error', ({ code }) => code === 'frame_invalid')).detail).toContain(detail)
      client.say({ type: 'ping' })
      await client.hears('pong')
    })
  })

  describe('presence', () => {
    const sections = (frame: { present: { display_name: string; section_key: string | null }[] }) =>
      frame.present.map(({ display_name, section_key }) => `${display_name.split(' ')[0]} ${section_key}`).sort()

    it('shows every member who is present and in which section until they leave', async () => {
      const listener = await listen(room.viewer)
      const two = await listen(room.editor)
      two.say({ type: 'presence', section_key: 'summary', cursor: { from: 3 } })
      const seen = await listener.hears('presence', ({ present }) =>
        present.some((p: { section_key: string }) => p.section_key === 'summary'),
      )
      expect(sections(seen)).toHaveLength(2)
      expect(seen.present.find((p: { user_id: string }) => p.user_id === room.editor.userId)).toMatchObject({
        section_key: 'summary',
        cursor: { from: 3 },
      })
      await two.leave()
      const last = () => listener.heard.filter(({ type }) => type === 'presence').at(-1)
      await expect.poll(() => last()?.present.length).toBe(1)
    })
  })

  describe('section locks', () => {
    const lock = { type: 'lock', section_key: 'summary' }

    it('grants a section lock to one member, shows it to all, and frees it on release [LIVE-13]', async () => {
      const listener = await listen(room.editor)
      const two = await listen(room.owner)
      listener.say(lock)
      const mine = await listener.hears('lock')
      expect(mine).toMatchObject({ section_key: 'summary', lease_ms: 30_000, holder: { user_id: room.editor.userId } })
      const theirs = await two.hears('lock')
      expect(theirs.holder).toEqual(mine.holder)
      expect(theirs).not.toHaveProperty('fence')
      two.say(lock)
      expect(await two.hears('error')).toMatchObject({ code: 'lock_taken', about: 'lock', section_key: 'summary' })
      listener.say({ type: 'unlock', section_key: 'summary' })
      await two.hears('lock', ({ holder }) => holder === null)
      two.say(lock)
      const next = await two.hears('lock', ({ fence }) => fence !== undefined)
      expect(next.fence).toBeGreaterThan(mine.fence)
    })

    it('frees the lock when its holder leaves and rejects a late write with the old fence [LIVE-14]', async () => {
      const url = `/api/canvas/${room.deal}/sections/summary`
      const listener = await listen(room.editor)
      listener.say(lock)
      const { fence: first } = await listener.hears('lock')
      await listener.leave()
      const two = await listen(room.owner)
      await expect
        .poll(
          async () => {
            two.say(lock)
            return two.heard.some(({ type, fence }) => type === 'lock' && fence !== undefined)
          },
          { interval: 150 },
        )
        .toBe(true)
      const { fence } = await two.hears('lock', (frame) => frame.fence !== undefined)
      expect((await room.owner.send('PUT', url, { content: 'Mine', fence })).status).toBe(200)
      const late = await room.editor.send('PUT', url, { content: 'Late', fence: first })
      expect([late.status, late.body.code]).toEqual([409, 'lock_lost'])
    })

    it('keeps the fence when a lock is renewed', async () => {
      const listener = await listen(room.editor)
      listener.say(lock)
      const { fence } = await listener.hears('lock')
      listener.say(lock)
      await expect.poll(() => listener.heard.filter(({ type }) => type === 'lock').length).toBe(2)
      expect(listener.heard.filter(({ type }) => type === 'lock').at(-1).fence).toBe(fence)
    })

    it('rejects a lock request from a member below editor', async () => {
      const client = await listen(room.commenter)
      client.say(lock)
      expect(await client.hears('error')).toMatchObject({ code: 'role_too_low', about: 'lock' })
    })

    it('limits a channel to 20 section locks', async () => {
      const client = await listen(room.editor)
      for (let n = 0; n < 21; n++) client.say({ type: 'lock', section_key: `section_${n}` })
      expect(await client.hears('error')).toMatchObject({ code: 'too_many_locks', section_key: 'section_20' })
    })
  })
})

onService('token of a live channel', (app) => {
  let room: Room
  beforeAll(async () => {
    room = await openRoom(app, await signInPeople(app))
  })

  it('warns 15 minutes before the token expires, accepts a new token of the same user, and closes with 4401 [LIVE-15]', async () => {
    const client = await openLive(app.service.app, room.deal, room.viewer.token)
    client.say({ type: 'ping' })
    await client.hears('pong')
    client.say({ type: 'auth', token: room.editor.token })
    expect(await client.hears('error')).toMatchObject({ code: 'token_scope', about: 'auth' })

    app.advance(minutes(46))
    const { expires_at } = await client.hears('token_expiring')
    const renewed = (await room.viewer.send('POST', `/api/canvas/${room.deal}/token/refresh`)).body.token
    client.say({ type: 'auth', token: renewed })
    const auth = await client.hears('auth')
    expect(Date.parse(auth.expires_at)).toBeGreaterThan(Date.parse(expires_at))

    // The first token has expired; the channel continues with the second.
    app.advance(minutes(20))
    client.heard.length = 0
    client.say({ type: 'ping' })
    await client.hears('pong')
    app.advance(minutes(45))
    expect(await client.closed).toEqual({ code: 4401, reason: 'token_expired' })
  })
})
