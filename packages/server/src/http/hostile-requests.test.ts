import { operations } from '@deal-canvas/contract/operations'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { forgetLimits } from '../testing/planting.ts'
import { onService, type Person, someIp } from '../testing/service.ts'

const awkward = [
  '',
  '\0',
  '%',
  '../..',
  "' OR 1=1 --",
  '\ud800',
  '\u202e',
  '😀',
  '__proto__',
  'constructor',
  '0',
  '-1',
  '1e999',
  'NaN',
  'null',
  'true',
]
const text = fc.oneof(
  fc.constantFrom(...awkward),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 400 }),
)

/** Header values can hold any byte except control characters; anything else is rejected before it becomes a request. */
const headerValue = text.map((value) => [...value].filter((char) => char >= ' ' && char <= '~').join(''))
const headerName = fc.constantFrom(
  'accept',
  'content-type',
  'content-length',
  'cookie',
  'origin',
  'if-match',
  'idempotency-key',
  'x-forwarded-for',
  'x-request-id',
  'x-http-method-override',
  'range',
  'expect',
  'upgrade',
)

/** Nearly valid bodies: the fields of the operation with arbitrary values. */
const fieldsOf = ({ body }: { body: unknown }): string[] =>
  Object.keys((body as { properties?: object } | undefined)?.properties ?? {})

const bodyFor = (fields: string[]) =>
  fc.oneof(
    fc.constant(undefined),
    text,
    fc.json({ depthSize: 'small' }),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    fc
      .record(Object.fromEntries(fields.map((name) => [name, fc.oneof(text, fc.jsonValue({ maxDepth: 2 }))])), {
        requiredKeys: [],
      })
      .map((value) => JSON.stringify(value)),
    fc.constantFrom(
      '[['.repeat(5000),
      '{"a":'.repeat(5000),
      `"${'x'.repeat(100_000)}"`,
      '1'.repeat(50_000),
      '\ufeff{}',
    ),
  )

const encoded = (value: string): string => encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, '\ufffd'))

onService('hostile requests', (app) => {
  let owner: Person
  beforeAll(async () => {
    owner = await app.signIn('owner')
  })

  /** A stream continues until the client leaves, so only its status is checked. */
  const sendAndLeave: typeof app.send = async (method, url, { token, body, headers } = {}) => {
    const reply = await app.service.app.inject({
      method: method as 'GET',
      url,
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(typeof body === 'string' ? { payload: body } : {}),
      payloadAsStream: true,
    })
    reply.raw.res.destroy()
    return { status: reply.statusCode, body: undefined, headers: reply.headers, cookie: undefined }
  }

  describe.each(operations.map((item) => [item.id, item] as const))('%s', (_, { method, path, ...operation }) => {
    const send = operation.mediaType === 'text/event-stream' ? sendAndLeave : app.send
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    const hostile = fc.record({
      method: fc.oneof(
        { weight: 7, arbitrary: fc.constant<string>(method) },
        { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS') },
      ),
      params: fc.tuple(...names.map(() => fc.oneof(text.map(encoded), text))),
      query: fc.option(
        fc.array(fc.tuple(fc.constantFrom('limit', 'cursor', 'a', '__proto__'), fc.oneof(text.map(encoded), text))),
      ),
      headers: fc.dictionary(headerName, headerValue, { maxKeys: 4 }),
      json: fc.boolean(),
      signedIn: fc.boolean(),
      body: bodyFor(fieldsOf(operation)),
    })

    it('answers every hostile request without a server error', async () => {
      await forgetLimits(app)
      await fc.assert(
        fc.asyncProperty(hostile, async ({ method, params, query, headers, json, signedIn, body }) => {
          // A valid sign-out among the requests must not sign out the ones that follow.
          if (signedIn) await app.sql('UPDATE sessions SET revoked_at = NULL')
          const filled = names.reduce((filled, name, n) => filled.replace(`{${name}}`, () => params[n] ?? ''), path)
          const search = query === null ? '' : `?${query.map(([name, value]) => `${name}=${value}`).join('&')}`
          const { 'content-length': _, ...rest } = headers
          const { status } = await send(
            method,
            filled.replaceAll(/[\s#\\\p{Cc}]/gu, '') + search.replaceAll(/[\s#]/g, ''),
            {
              ...(signedIn ? { token: owner.token } : {}),
              ...(body === undefined ? {} : { body }),
              headers: { ...(json ? { 'content-type': 'application/json' } : {}), ...rest },
              ip: someIp(),
            },
          )
          expect(status).toBeLessThan(500)
        }),
        // `npm run prove` runs thousands of each.
        { numRuns: 15 },
      )
    })
  })
})
