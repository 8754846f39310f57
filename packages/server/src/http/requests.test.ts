import { boolean, dealRole, map, model, operation, signedIn, text } from '@deal-canvas/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal, onService, type Person } from '../testing/service.ts'
import { handle } from './handler.ts'

const shared = { tag: 'Test', summary: 'Test', access: signedIn } as const
const echoed = model({ given: map(text()), polluted: boolean() })
const echo = operation({
  ...shared,
  id: 'echo',
  method: 'POST',
  path: '/api/test/echo',
  body: model({ given: map(text()) }),
  answer: echoed,
})
const named = operation({
  ...shared,
  id: 'named',
  method: 'GET',
  path: '/api/test/named/{name}',
  params: model({ name: text() }),
  answer: model({ name: text() }),
})
const onDeal = operation({
  ...shared,
  id: 'onDeal',
  method: 'GET',
  path: '/api/canvas/{deal_id}/needs',
  access: dealRole('viewer'),
  params: model({ deal_id: text() }),
})
const everyMethod = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) =>
  operation({
    ...shared,
    id: `every_${method}`,
    method,
    path: '/api/test/every-method',
    answer: model({ by: text() }),
  }),
)

onService(
  'request',
  (app) => {
    let owner: Person
    beforeAll(async () => {
      owner = await app.signIn('owner')
    })
    const post = (body: string | undefined, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
      app.send('POST', '/api/test/echo', { token: owner.token, headers, ...(body === undefined ? {} : { body }) })
    const good = '{"given":{}}'

    describe('request body', () => {
      it('rejects a body that is not JSON with 422 and the position of the error [REQUEST-7]', async () => {
        const { status, body } = await post('{"given": {]}')
        expect(status).toBe(422)
        expect(body.detail).toEqual([
          {
            type: 'json_invalid',
            loc: ['body', 11],
            msg: 'JSON decode error',
            input: {},
            ctx: { error: 'Expecting property name enclosed in double quotes' },
          },
        ])
      })

      it('reports an absent, empty or null body as missing', async () => {
        for (const body of [undefined, '', 'null', ' null ']) {
          const answer = await post(body)
          expect(answer.status).toBe(422)
          expect(answer.body.detail).toEqual([{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }])
        }
      })

      it('rejects a body with another, a missing or a malformed content type with 422', async () => {
        const types = [
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data',
          'nonsense',
          'a/b/c',
          '',
          'json;;',
        ]
        for (const headers of [...types.map((type) => ({ 'content-type': type })), {}]) {
          const { status, body } = await post(good, headers)
          expect([headers, status]).toEqual([headers, 422])
          expect(body.detail).toEqual([
            {
              type: 'model_attributes_type',
              loc: ['body'],
              msg: 'Input should be a valid dictionary or object to extract fields from',
              input: good,
            },
          ])
        }
      })

      it('accepts every JSON content type', async () => {
        for (const type of [
          'application/json',
          'application/json; charset=utf-8',
          'APPLICATION/JSON',
          'application/merge-patch+json',
        ]) {
          expect((await post(good, { 'content-type': type })).status).toBe(200)
        }
      })

      it('rejects a body of more than 1 MiB with 413 [REQUEST-8]', async () => {
        const filler = (bytes: number) => good + ' '.repeat(bytes - good.length)
        expect((await post(filler(1024 * 1024))).status).toBe(200)
        expectRefusal(await post(filler(1024 * 1024 + 1)), 413, 'payload_too_large')
      })

      it('treats keys such as __proto__ and constructor as ordinary keys', async () => {
        const given = '{"__proto__":"a","constructor":"b","toString":"c","hasOwnProperty":"d"}'
        const { status, body } = await post(
          `{"given":${given},"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}`,
        )
        expect(status).toBe(200)
        expect(body).toEqual({ given: JSON.parse(given), polluted: false })
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
      })

      it('ignores a body that the operation does not expect', async () => {
        const answer = await app.send('DELETE', '/api/test/every-method', { token: owner.token, body: '{"broken' })
        expect([answer.status, answer.body]).toEqual([200, { by: 'DELETE' }])
      })
    })

    describe('request address', () => {
      it('rejects malformed percent-encoding with 400', async () => {
        for (const path of ['/api/test/named/%', '/api/test/named/%zz', '/api/test/named/%ff', '/api/%c3%28', '/%']) {
          expectRefusal(await owner.get(path), 400, 'bad_request')
        }
      })

      it('decodes path parameters', async () => {
        for (const name of ['a b', 'ü', '日本', '😀', 'a/b', '%', 'a+b', '__proto__']) {
          const { status, body } = await owner.get(`/api/test/named/${encodeURIComponent(name)}`)
          expect([status, body]).toEqual([200, { name }])
        }
      })

      it('rejects NUL in a path or query parameter with 422', async () => {
        const inPath = await owner.get('/api/test/named/a%00b')
        expect([inPath.status, inPath.body.detail[0].loc]).toEqual([422, ['path', 'name']])
        const inQuery = await owner.get('/api/auth/sessions?cursor=%00')
        expect([inQuery.status, inQuery.body.detail[0].loc]).toEqual([422, ['query', 'cursor']])
      })

      it('accepts a path parameter as long as the headers allow', async () => {
        const name = 'x'.repeat(15_000)
        expect((await owner.get(`/api/test/named/${name}`)).body).toEqual({ name })
        expectRefusal(await app.send('GET', `/api/test/named/${name}`), 401, 'not_authenticated')
        expectRefusal(await owner.get(`/api/canvas/${name}/needs`), 404, 'deal_not_found')
      })

      it('ignores the malformed parts of a query', async () => {
        expect((await owner.get('/api/auth/sessions?%=%&&=&a=%zz&__proto__=1&limit=5')).status).toBe(200)
        expect((await owner.get('/api/auth/sessions?limit=5&limit=6')).status).not.toBe(500)
      })

      it('returns 404 for an unknown path, even to unauthenticated callers', async () => {
        for (const path of [
          '/nothing',
          '/api/nothing',
          '/api',
          '/api/auth/me/',
          '/api/auth//me',
          '/API/auth/me',
          '/api/auth/%6de/x',
        ]) {
          expectRefusal(await app.send('GET', path), 404, 'not_found')
          expectRefusal(await owner.send('POST', path, '{"broken'), 404, 'not_found')
        }
      })
    })

    describe('request method', () => {
      it('returns 405 with Allow for a method that a known path does not support', async () => {
        const refused = await app.send('DELETE', '/api/auth/login')
        expectRefusal(refused, 405, 'method_not_allowed')
        expect(refused.headers['allow']).toBe('POST')
        const me = await owner.send('POST', '/api/auth/me', '{"broken')
        expectRefusal(me, 405, 'method_not_allowed')
        expect(me.headers['allow']).toBe('GET, HEAD, PATCH')
        expectRefusal(await app.send('PUT', '/api/auth/sessions/any-id'), 405, 'method_not_allowed')
      })

      it('serves all five methods on one path', async () => {
        for (const { method } of everyMethod) {
          expect((await owner.send(method, '/api/test/every-method')).body).toEqual({ by: method })
        }
      })

      it('answers HEAD like GET without a body, with 401 if unauthenticated and 405 if there is no GET', async () => {
        const got = await owner.get('/api/auth/me')
        const head = await owner.send('HEAD', '/api/auth/me')
        expect([head.status, head.body]).toEqual([200, ''])
        expect(head.headers['content-length']).toBe(got.headers['content-length'])
        expect((await app.send('HEAD', '/api/auth/me')).status).toBe(401)
        const refused = await app.send('HEAD', '/api/auth/login')
        expect([refused.status, refused.headers['allow']]).toEqual([405, 'POST'])
      })

      it('rejects any other method with 404 or 405, never with a server error', async () => {
        for (const method of ['OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH', 'QUERY']) {
          for (const path of ['/api/auth/login', '/api/nothing']) {
            const { status } = await app.send(method, path)
            expect([method, path, status >= 400 && status < 500]).toEqual([method, path, true])
          }
        }
      })
    })
  },
  {
    extraRoutes: [
      handle(echo, async ({ body: { given } }) => ({ given, polluted: 'polluted' in given || 'polluted' in {} })),
      handle(named, async ({ params }) => params),
      handle(onDeal, async () => undefined),
      ...everyMethod.map((operation) => handle(operation, async () => ({ by: operation.method }))),
    ],
  },
)
