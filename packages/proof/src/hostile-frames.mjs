// Deep, wide, huge and malformed frames on the live channel, from many connections of one ordinary account: the process
// survives, no rejection is unhandled, every error is `frame_invalid`, and another person's channel keeps working.
//
//   node packages/proof/src/hostile-frames.mjs [--seed 7]
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'
import { createChance } from './seeded-chance.mjs'
import { call, makePlace, signIn, startServer } from './server.mjs'

export const title = 'Hostile frames on the live channel'

const dealId = 'demo-riverside'
const framesPerChannel = 15
const fullChannels = 200
const quickChannels = 30
const answerWithinMs = 10_000

const nested = (open, close, depth) => open.repeat(depth) + close.repeat(depth)
const presence = (cursor) => `{"type":"presence","cursor":${cursor}}`

/** Each is invalid whatever its numbers; `closes` is the close code for a frame that the protocol itself rejects. */
const kinds = {
  'deep lists': (chance) => ({ text: presence(`{"a":${nested('[', ']', 15 + chance.below(7_000))}}`) }),
  'deep objects': (chance) => {
    const depth = 16 + chance.below(2_500)
    return { text: presence(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`) }
  },
  'deep and never closed': (chance) => ({ text: presence(`{"a":${'['.repeat(15 + chance.below(16_000))}`) }),
  'deep where nothing is declared': (chance) => ({
    text: `{"type":"ping","x":${nested('[', ']', 16 + chance.below(7_000))}}`,
  }),
  'wide objects': () => ({ text: presence(`{${Array.from({ length: 1_200 }, (_, n) => `"k${n}":0`).join(',')}}`) }),
  'wide lists': () => ({ text: presence(`{"a":[${'0,'.repeat(4_000)}0]}`) }),
  'over 16 KiB': (chance) => ({ text: presence(`{"a":"${'x'.repeat(16_400 + chance.below(40_000))}"}`) }),
  'over 64 KiB': (chance) => ({ text: `"${'x'.repeat(70_000 + chance.below(500_000))}"`, closes: 1009 }),
  'cut off': (chance) => ({ text: '{"type":"presence","section_key":"summary"}'.slice(0, 1 + chance.below(40)) }),
  'prototype names': () => ({ text: '{"type":"__proto__","constructor":{"type":"ping"}}' }),
  'half a surrogate pair': () => ({ text: presence('{"a":"\\ud800"}') }),
  'a number beyond all': () => ({ text: presence(`{"a":${'9'.repeat(400)}}`) }),
  'wrong types': () => ({ text: '{"type":"resume","epoch":[],"seq":{}}' }),
  'not JSON': () => ({ text: 'NaN' }),
  'not UTF-8': () => ({ text: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), closes: 1007 }),
}

const openChannel = async ({ port }, token) => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/canvas/${dealId}/live`, ['canvas.v1', `bearer.${token}`])
  const heard = []
  const waiting = new Set()
  socket.on('message', (data) => {
    heard.push(JSON.parse(data))
    for (const look of [...waiting]) look()
  })
  const closed = new Promise((resolve) => {
    socket.once('close', (code) => {
      resolve(code)
      for (const look of [...waiting]) look()
    })
  })
  await once(socket, 'open')
  /** Resolves once the given number of frames match; false if the channel closes or the time is up first. */
  const hears = (matches, count = 1) =>
    new Promise((resolve) => {
      const settle = (found) => {
        waiting.delete(look)
        clearTimeout(timer)
        resolve(found)
      }
      const timer = setTimeout(() => settle(false), answerWithinMs)
      const look = () => {
        if (heard.filter(matches).length >= count) settle(true)
        else if (socket.readyState === WebSocket.CLOSED) settle(false)
      }
      waiting.add(look)
      look()
    })
  return { socket, heard, closed, hears }
}

const isInvalid = ({ type, code }) => type === 'error' && code === 'frame_invalid'

/** Sends frames of random kinds over one channel and records wrong replies. */
const attack = async (server, token, chance, found) => {
  const channel = await openChannel(server, token)
  await channel.hears(({ type }) => type === 'hello')
  let sent = 0
  for (let n = 0; n < framesPerChannel; n++) {
    const kind = chance.pick(Object.keys(kinds))
    const { text, closes } = kinds[kind](chance)
    channel.socket.send(text, { binary: false })
    found.sent += 1
    if (closes !== undefined) {
      const code = await Promise.race([channel.closed, pause(answerWithinMs, 'no close')])
      if (code !== closes) found.wrong.push(`${kind}: ${code} instead of ${closes}`)
      return
    }
    sent += 1
    if (!(await channel.hears(isInvalid, sent))) found.wrong.push(`${kind}: no frame_invalid`)
  }
  channel.socket.terminate()
}

const metricOf = async (server, name) => {
  const { body } = await call(server.url, 'GET', '/metrics')
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1] ?? Number.NaN)
}

export const prove = async ({ quick, say, seed = 14 }) => {
  const chance = createChance(seed)
  const place = await makePlace()
  const server = await startServer({ env: { ...place.env, DEMO: 'on' } })
  try {
    const attacker = await signIn(server.url, 'viewer@example.com')
    const victim = await signIn(server.url, 'commenter@example.com')
    const watching = await openChannel(server, victim.token)
    const found = { sent: 0, wrong: [] }
    const channels = quick ? quickChannels : fullChannels
    for (let done = 0; done < channels; done += 10)
      await Promise.all(Array.from({ length: 10 }, () => attack(server, attacker.token, chance, found)))
    say(`${found.sent} frames over ${channels} channels, seed ${seed}`)
    const answer = await call(server.url, 'POST', `/api/canvas/${dealId}/comments`, {
      token: victim.token,
      body: { content: 'Still here' },
    })
    const hears = await watching.hears(({ type, event_type: about }) => type === 'event' && about === 'comment.created')
    const rejections = await metricOf(server, 'unhandled_rejections_total')
    watching.socket.terminate()
    const { code } = await server.stop()
    const wrong = [...new Set(found.wrong)]
    return {
      rows: [
        {
          what: 'frames not refused as they should be',
          asked: '0',
          found: String(found.wrong.length),
          held: wrong.length === 0,
        },
        { what: 'rejections nobody handled', asked: '0', found: String(rejections), held: rejections === 0 },
        {
          what: "another person's comment and channel",
          asked: '201, heard',
          found: `${answer.status}, ${hears ? 'heard' : 'not heard'}`,
          held: answer.status < 300 && hears,
        },
        { what: 'the process ends by itself when told to', asked: '0', found: String(code), held: code === 0 },
      ],
      notes: [`${found.sent} frames, seed ${seed}`, ...wrong.slice(0, 10)],
    }
  } finally {
    await server.kill()
    await place.remove()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { seed: { type: 'string', default: '14' } } })
  const { rows, notes } = await prove({ quick: true, say: console.log, seed: Number(values.seed) })
  for (const row of rows) console.log(row)
  for (const note of notes) console.log(note)
}
