import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openRoom, type People, type Room, signInPeople, write } from '../../testing/commenting.ts'
import { type LiveClient, openLive } from '../../testing/live-client.ts'
import { forgetLimits } from '../../testing/planting.ts'
import { onService } from '../../testing/service.ts'

const nested = (open: string, close: string, depth: number): string => open.repeat(depth) + close.repeat(depth)
const presence = (cursor: string): string => `{"type":"presence","cursor":${cursor}}`

onService('hostile frames on the live channel', (app) => {
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
  afterEach(() => {
    for (const client of clients.splice(0)) client.socket.terminate()
  })
  const listen = async () => {
    const client = await openLive(app.service.app, room.deal, room.viewer.token)
    clients.push(client)
    client.say({ type: 'ping' })
    await client.hears('resumed')
    return client
  }

  it.each([
    ['1,500 nested lists', presence(`{"a":${nested('[', ']', 1_500)}}`)],
    ['1,000 nested objects', presence(`${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`)],
    ['8,000 lists that are never closed', presence(`{"a":${'['.repeat(8_000)}`)],
    ['17 levels of nesting', presence(`{"a":${nested('[', ']', 15)}}`)],
    ['deep nesting in an undeclared field', `{"type":"ping","x":${nested('[', ']', 2_000)}}`],
    ['a deep list instead of an object', nested('[', ']', 5_000)],
    ['1,500 keys', presence(`{${Array.from({ length: 1_500 }, (_, n) => `"k${n}":0`).join(',')}}`)],
    ['more than 16 KiB', presence(`{"a":"${'x'.repeat(17_000)}"}`)],
    ['more than 16 KiB of spaces', `{"type":"ping"${' '.repeat(17_000)}}`],
    ['more than 16 KiB in two-byte letters', `{"type":"ping","x":"${'é'.repeat(9_000)}"}`],
    ['an unfinished object', '{"type":"presence","cursor":{'],
    ['a number that is not finite', presence('{"a":1e999}')],
    ['an unpaired surrogate', presence('{"a":"\\ud800"}')],
    ['nothing', ''],
    ['a byte order mark', '\ufeff{"type":"ping"}'],
  ])('rejects a frame with %s as frame_invalid and keeps the channel open [LIVE-11]', async (_, text) => {
    const client = await listen()
    client.say(text)
    expect(await client.hears('error')).toMatchObject({ type: 'error', code: 'frame_invalid' })
    client.heard.length = 0
    client.say({ type: 'ping' })
    await client.hears('pong')
    await write(room.commenter, room)
    await client.hears('event')
  })

  it('accepts a frame that is 16 levels deep', async () => {
    const client = await listen()
    client.say(presence(`{"a":${nested('[', ']', 14)}}`))
    client.say({ type: 'ping' })
    await client.hears('presence', ({ present }) => present.some(({ cursor }: { cursor: unknown }) => cursor !== null))
    expect(client.heard.some(({ type }) => type === 'error')).toBe(false)
  })

  it('rejects a binary frame as frame_invalid', async () => {
    const client = await listen()
    client.socket.send(Buffer.from('{"type":"ping"}'))
    expect(await client.hears('error')).toMatchObject({ code: 'frame_invalid' })
  })

  it('closes the channel with 4429 at the 20th invalid frame within a minute [LIVE-10]', async () => {
    const client = await listen()
    for (let n = 0; n < 20; n++) client.say('[')
    expect(await client.closed).toEqual({ code: 4429, reason: 'too_many_invalid_frames' })
    expect(client.heard.filter(({ code }) => code === 'frame_invalid')).toHaveLength(20)
  })
})
