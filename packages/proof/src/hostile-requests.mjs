// Generates hostile requests for an operation: each starts from a valid one and is broken in one way, so that it
// gets as far into the service as possible.
import { badForm, badJson } from './hostile-bodies.mjs'
import { framings } from './hostile-framing.mjs'
import { hostileFor, hostileTexts, prototypeNames, spellJson } from './hostile-values.mjs'
import { spell } from './raw-exchange.mjs'
import { bodyOf, targetOf, wellFormed } from './well-formed.mjs'

const encode = (text) => encodeURIComponent(text.toWellFormed())

/** Text that fits into a request line: without characters that would end the line. */
const inLine = (text) => text.toWellFormed().replaceAll(/[\r\n\0]/g, '')

const rawSegments = [
  '%2f',
  '%2F..%2F',
  '%252f',
  '%5c',
  '%00',
  '%0d%0aset-cookie:%20a=b',
  '%c0%ae%c0%ae',
  '%ed%a0%80',
  '%ff',
  '%',
  '%zz',
  '%e0%80',
  '.',
  '..',
  ';a=b',
  '*',
  ':deal_id',
  '{deal_id}',
  '|',
  '"',
  '<>',
  '\\',
  '\u00e9',
  'a'.repeat(8_000),
  '%61'.repeat(5_000),
  'a'.repeat(17_000),
]

const targetTricks = [
  (target) => `${target}/`,
  (target) => `/${target}`,
  (target) => target.replaceAll('/', '//'),
  (target) => target.toUpperCase(),
  (target) => `${target}%20`,
  (target) => `${target}?`,
  (target) => `${target}#fragment`,
  (target) => `${target};jsessionid=1`,
  (target) => `http://evil.example${target}`,
  (target) => `//evil.example${target}`,
  (target) => `/x/..${target}`,
  (target) => `/%2e${target}`,
  (target) => target.replace('/api/', '/api%2f'),
  (target) => `${target}${'/a'.repeat(4_000)}`,
  () => '*',
  () => '',
  () => '/',
]

const methods = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'get',
  'BREW',
  'M-SEARCH',
  'A'.repeat(300),
]

const headerTricks = (chance, { token = 'none' }) => [
  [
    'idempotency-key',
    chance.pick(['', 'x'.repeat(255), 'x'.repeat(256), '😀', '__proto__', ' ', inLine(chance.pick(hostileTexts))]),
  ],
  ['if-match', chance.pick(['*', '"', '""', '"-1"', '"1e9"', 'W/"1"', '"99999999999999999999"', '"1", "2"', '1'])],
  ['if-none-match', chance.pick(['*', '"', 'W/"x"', `"${'x'.repeat(5_000)}"`])],
  ['last-event-id', chance.pick(['-1', '1e99', '9'.repeat(400), '😀', ''])],
  ['range', chance.pick(['bytes=0-', 'bytes=-1', 'bytes=9-1', `bytes=${'0-,'.repeat(500)}`, 'lines=1'])],
  ['accept', chance.pick(['text/event-stream', 'application/xml', '*/*;q=x', '', 'a'.repeat(5_000)])],
  ['accept-encoding', chance.pick(['gzip', 'br;q=1.0', '*', 'x'])],
  ['origin', chance.pick(['null', 'https://evil.example', 'http://127.0.0.1', '://', ''])],
  [
    'cookie',
    chance.pick(['canvas_refresh=', 'canvas_refresh=%', '=;=;', `canvas_refresh=${'x'.repeat(5_000)}`, '__proto__=1']),
  ],
  ['x-forwarded-for', chance.pick(['999.1.1.1', '::1', '127.0.0.1, evil', "' OR 1=1"])],
  ['x-http-method-override', 'DELETE'],
  ['x-original-url', '/api/superadmin/users'],
  ['x-request-id', chance.pick(['a b', '😀', 'x'.repeat(65), '../../..'])],
  ['upgrade', chance.pick(['websocket', 'h2c', 'x'])],
  ['connection', chance.pick(['upgrade', 'close, authorization', 'keep-alive, x'])],
  ['content-length', '0'],
  ['te', 'trailers'],
  ['user-agent', inLine(chance.pick(hostileTexts)).slice(0, 2_000)],
  [
    'authorization',
    chance.pick([
      '',
      'Bearer',
      'Bearer ',
      'Basic YTpi',
      `Bearer ${token}x`,
      `bearer  ${token}`,
      `Bearer ${'a.'.repeat(3_000)}`,
    ]),
  ],
  ['authorization', `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1] ?? ''}.`],
  [chance.pick(prototypeNames), 'x'],
]

const upgradeHeaders = ({ token }, chance) => [
  ['connection', 'Upgrade'],
  ['upgrade', 'websocket'],
  ['sec-websocket-version', chance.pick(['13', '13', '13', '8', 'x'])],
  ['sec-websocket-key', chance.is(0.9) ? 'dGhlIHNhbXBsZSBub25jZQ==' : 'x'],
  [
    'sec-websocket-protocol',
    chance.is(0.9) ? `canvas.v1, bearer.${token}` : chance.pick(['', ',,', 'canvas.v2', '😀']),
  ],
]

/** A frame as a client sends it, with a mask of zeros. */
const frame = (opcode, payload) => {
  const length =
    payload.length < 126 ? [0x80 | payload.length] : [0x80 | 126, payload.length >> 8, payload.length & 255]
  return Buffer.concat([Buffer.from([0x80 | opcode, ...length, 0, 0, 0, 0]), payload])
}

const frames = (chance) =>
  chance.pick([
    frame(
      1,
      Buffer.from(
        spellJson({
          type: chance.pick(['resume', 'presence', 'lock', 'auth', 'ping', ...prototypeNames]),
          seq: chance.pick(hostileTexts),
          section_key: chance.pick(hostileTexts.slice(0, 40)),
          token: 'x',
          cursor: {},
        }).slice(0, 60_000),
      ),
    ),
    frame(1, Buffer.from('['.repeat(30_000))),
    frame(1, Buffer.from([0xff, 0xfe, 0xc0])),
    frame(2, Buffer.from([1, 2, 3])),
    frame(9, Buffer.from('x'.repeat(125))),
    frame(8, Buffer.from([0])),
    frame(8, Buffer.from([0x13, 0x88])),
    frame(3, Buffer.from('reserved')),
    Buffer.from([0x81, 0x05, 0x68, 0x65, 0x6c, 0x6c, 0x6f]),
    Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
    Buffer.concat(Array.from({ length: 100 }, () => frame(1, Buffer.from('{"type":"ping"}')))),
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
  ])

const badPath = ({ operation, good, target }, chance) => {
  const name = chance.pick(Object.keys(good.params))
  if (name === undefined) return { target: `${target}${chance.pick(rawSegments)}` }
  const segment = chance.is(0.5) ? encode(chance.pick(hostileTexts).slice(0, 4_000)) : chance.pick(rawSegments)
  const marked = { ...good, params: { ...good.params, [name]: 'put-it-here' } }
  return { target: targetOf(operation, marked).replace('put-it-here', () => segment) }
}

const badValues = (draft, chance) => {
  if (draft.good.json === undefined) return badPath(draft, chance)
  const schema = { ...draft.operation.body.schema, type: 'object' }
  const once = hostileFor(schema, draft.good.json, chance)
  return { body: Buffer.from(spellJson(chance.is(0.5) ? once : hostileFor(schema, once, chance))) }
}

const badBytes = ({ good, headers }, chance) => {
  const bad = good.form === undefined ? badJson(good.json, chance) : badForm(good.form, chance)
  const type = bad.contentType === undefined ? [] : [['content-type', bad.contentType]]
  return { body: bad.body, headers: [...headers.filter(([name]) => name !== 'content-type'), ...type, ...bad.headers] }
}

const badQuery = ({ operation, target }, chance) => {
  const pairs = Array.from({ length: 1 + chance.below(3) }, () => {
    const known = chance.is(0.8) ? chance.pick(operation.query) : undefined
    const name = known?.name ?? chance.pick([...prototypeNames, 'limit', 'cursor', 'a[b]', 'a[]', ''])
    const value = known === undefined ? chance.pick(hostileTexts) : hostileFor(known.schema, undefined, chance)
    const text = typeof value === 'string' ? value : spellJson(value)
    const raw = () => inLine(text.slice(0, 500)).replaceAll(' ', '+')
    return `${encode(name)}=${chance.is(0.9) ? encode(text.slice(0, 3_000)) : raw()}`
  })
  return { target: `${target}${target.includes('?') ? '&' : '?'}${pairs.join('&')}` }
}

const badHeaders = ({ headers }, chance, shown) => {
  const more = Array.from({ length: 1 + chance.below(3) }, () => chance.pick(headerTricks(chance, shown)))
  return { headers: [...headers, ...more] }
}

const withoutName = ({ headers }) => ({
  headers: headers.filter(([name]) => name !== 'authorization' && name !== 'cookie'),
})

/** The ways to break a request, with their weights; each returns the parts of the request it changes. */
const ways = [
  [2, 'as it should be', () => ({})],
  [12, 'wrong values in the body', badValues],
  [6, 'a body of wrong bytes', badBytes],
  [5, 'wrong values in the path', badPath],
  [5, 'wrong values in the query', badQuery],
  [3, 'a strange target', ({ target }, chance) => ({ target: chance.pick(targetTricks)(target) })],
  [2, 'another method', (_, chance) => ({ method: chance.pick(methods) })],
  [5, 'strange headers', badHeaders],
  [1, 'nobody', withoutName],
].flatMap(([weight, name, change]) => Array.from({ length: weight }, () => ({ name, change })))

const isChannel = ({ answers }) => answers.some(({ status }) => status === 101)

const goodDraft = (operation, values, shown, chance) => {
  const good = wellFormed(operation, values, { given: chance.is(0.5) ? true : [] })
  const { body, contentType } = bodyOf(good)
  const isByCookie = operation.access.kind === 'refresh_cookie'
  const headers = [
    ['host', '127.0.0.1'],
    ['connection', 'close'],
    isByCookie ? ['cookie', `canvas_refresh=${shown.cookie}`] : ['authorization', `Bearer ${shown.token}`],
    ...(contentType === undefined ? [] : [['content-type', contentType]]),
  ]
  return { operation, good, method: operation.method, target: targetOf(operation, good), headers, body }
}

const framed = (draft, chance) => {
  const [what, frameIt] = chance.pick(Object.entries(framings))
  const { bytes, ...rest } = frameIt(draft)
  const { method, target } = draft
  return { what, isFraming: true, method, target, bytes: Buffer.from(bytes, 'latin1'), ...rest }
}

/** The next hostile request: its bytes, and what is needed to check the response. */
export const nextHostile = ({ operation, values, shown, chance }) => {
  const good = goodDraft(operation, values, shown, chance)
  if (chance.is(0.06)) return framed(good, chance)
  const isUpgrade = isChannel(operation) && chance.is(0.6)
  const draft = isUpgrade ? { ...good, headers: [['host', '127.0.0.1'], ...upgradeHeaders(shown, chance)] } : good
  const isByFrames = isUpgrade && chance.is(0.5)
  const { name, change } = isByFrames ? { name: 'wrong frames', change: () => ({}) } : chance.pick(ways)
  const sent = { ...draft, ...change(draft, chance, shown) }
  return {
    what: name,
    method: sent.method,
    target: sent.target,
    accepts: sent.headers.find(([header]) => header === 'accept')?.[1],
    bytes: spell(sent),
    ...(isUpgrade ? { afterUpgrade: frames(chance), listenMs: 40 } : {}),
  }
}
