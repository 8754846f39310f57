import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { boolean, dealRole, integer, model, oneOf, operation, optional, signedIn, text } from '@deal-canvas/contract'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refuse } from '../domain-error.ts'
import { days } from '../platform/clock.ts'
import { onServiceWith } from '../testing/extra-routes.ts'
import { forgetLimits, plantDeal } from '../testing/planting.ts'
import { expectRefusal, type Person } from '../testing/service.ts'
import { handle } from './handler.ts'
import { createIdempotency } from './idempotency.ts'

const shared = { method: 'POST', tag: 'Test', summary: 'Test', idempotent: true } as const
const body = model({ text: text(), and_then: optional(oneOf(['refuse', 'break', 'lose_the_key'])) })
const answer = model({ id: integer(), text: text() })

const add = operation({ ...shared, id: 'add', path: '/api/test/notes', access: signedIn, body, answer, status: 201 })
const addOther = operation({ ...shared, id: 'addOther', path: '/api/test/other-notes', access: signedIn, body, answer })
const touch = operation({
  ...shared,
  id: 'touch',
  path: '/api/test/touch',
  access: signedIn,
  bodyOptional: true,
  body: model({}),
})
const addTo = operation({
  ...shared,
  id: 'addTo',
  path: '/api/canvas/{deal_id}/notes/{name}',
  access: dealRole('commenter'),
  params: model({ deal_id: text(), name: text() }),
  body,
  answer,
})
const plain = operation({
  ...shared,
  id: 'plain',
  path: '/api/test/plain',
  access: signedIn,
  body,
  answer,
  idempotent: false,
})

const largeAnswer = {
  ...shared,
  access: signedIn,
  body: model({ bytes: integer(), noise: optional(boolean()) }),
  answer,
  status: 201,
} as const
const large = operation({ ...largeAnswer, id: 'large', path: '/api/test/large' })
const largeRendered = operation({ ...largeAnswer, id: 'largeRendered', path: '/api/test/large-rendered' })

/** Text of the given length, compressible unless `noise` is set. */
const textOfBytes = (bytes: number, noise = false): string =>
  noise ? randomBytes(bytes).toString('hex').slice(0, bytes) : 'x'.repeat(bytes)

onServiceWith(
  'Idempotency-Key',
  (app) => {
    const note = async ({ body: { text, and_then } }: { body: { text: string; and_then?: string } }) => {
      const [row] = await app().sql<{ id: number }>('INSERT INTO notes (text) VALUES ($1) RETURNING id', [text])
      if (and_then === 'refuse') refuse('forbidden')
      if (and_then === 'lose_the_key') await app().sql('UPDATE idempotency_keys SET holder = $1', [randomUUID()])
      // An answer without its required field cannot be serialized.
      return and_then === 'break' ? ({ text } as never) : { id: row?.id ?? 0, text }
    }
    return [
      ...[add, addOther, plain].map((operation) => handle(operation, note)),
      handle(addTo, note),
      ...[large, largeRendered].map((operation) =>
        handle(
          operation,
          async ({ body: { bytes, noise } }) => {
            const text = textOfBytes(bytes, noise)
            const [row] = await app().sql<{ id: number }>('INSERT INTO notes (text) VALUES ($1) RETURNING id', [text])
            return { id: row?.id ?? 0, text }
          },
          operation === large
            ? undefined
            : {
                idOf: ({ id }) => String(id),
                render: async (_call, id) => {
                  const [row] = await app().sql<{ text: string }>('SELECT text FROM notes WHERE id = $1', [id])
                  return { id: Number(id), text: row?.text ?? refuse('not_found') }
                },
              },
        ),
      ),
      handle(touch, async () => {
        await app().sql("INSERT INTO notes (text) VALUES ('touched')")
      }),
    ]
  },
  (app) => {
    let owner: Person
    let viewer: Person
    const notes = async (): Promise<number> =>
      (await app.sql<{ n: number }>('SELECT count(*)::int AS n FROM notes'))[0]?.n ?? -1
    const call = (person: Person, key: string, sent: unknown, path = '/api/test/notes') =>
      person.send('POST', path, sent, { 'idempotency-key': key })

    beforeAll(async () => {
      await app.sql('CREATE TABLE notes (id serial PRIMARY KEY, text text NOT NULL)')
      owner = await app.signIn('owner')
      viewer = await app.signIn('viewer')
    })
    beforeEach(async () => {
      await forgetLimits(app)
      await app.sql('DELETE FROM notes')
      await app.sql('DELETE FROM idempotency_keys')
      await app.sql('DELETE FROM idempotency_usage')
    })

    describe('repeated request', () => {
      it('returns the first status and body for a repeated Idempotency-Key and changes nothing [IDEMPOTENCY-1]', async () => {
        const first = await call(owner, 'k', { text: 'one' })
        expect([first.status, first.body.text]).toEqual([201, 'one'])
        for (let n = 0; n < 3; n++) {
          const again = await call(owner, 'k', { text: 'one' })
          expect([again.status, again.body, again.headers['content-type']]).toEqual([
            201,
            first.body,
            first.headers['content-type'],
          ])
        }
        expect(await notes()).toBe(1)
      })

      it('repeats a 204 answer without a body', async () => {
        for (let n = 0; n < 2; n++) {
          const { status, body } = await call(owner, 'k', undefined, '/api/test/touch')
          expect([status, body]).toEqual([204, ''])
        }
        expect(await notes()).toBe(1)
      })

      it('rejects an Idempotency-Key reused with another body with 409 [IDEMPOTENCY-2]', async () => {
        await call(owner, 'k', { text: 'one' })
        expectRefusal(await call(owner, 'k', { text: 'two' }), 409, 'idempotency_key_reused')
        expect(await notes()).toBe(1)
      })

      it('rejects an Idempotency-Key reused with another query with 409', async () => {
        await call(owner, 'k', { text: 'one' }, '/api/test/notes?a=1')
        expect((await call(owner, 'k', { text: 'one' }, '/api/test/notes?a=1')).status).toBe(201)
        expectRefusal(await call(owner, 'k', { text: 'one' }, '/api/test/notes?a=2'), 409, 'idempotency_key_reused')
        expect(await notes()).toBe(1)
      })

      it('treats a differently encoded form of the same path as the same request', async () => {
        const deal = await plantDeal(app, { members: { [owner.userId]: 'owner' } })
        const first = await call(owner, 'k', { text: 'one' }, `/api/canvas/${deal}/notes/a%20b`)
        const again = await call(owner, 'k', { text: 'one' }, `/api/canvas/${deal}/notes/%61%20%62`)
        expect([again.status, again.body]).toEqual([200, first.body])
        expect(await notes()).toBe(1)
      })

      it('treats the same key of another user or on another path as a different key', async () => {
        const answers = [
          await call(owner, 'k', { text: 'one' }),
          await call(viewer, 'k', { text: 'one' }),
          await call(owner, 'k', { text: 'one' }, '/api/test/other-notes'),
        ]
        expect(answers.map(({ status }) => status)).toEqual([201, 201, 200])
        expect(new Set(answers.map(({ body }) => body.id)).size).toBe(3)
      })

      it('expires an Idempotency-Key after 24 hours [IDEMPOTENCY-3]', async () => {
        const first = await call(owner, 'k', { text: 'one' })
        app.advance(days(1) - 60_000)
        owner = await app.signIn('owner')
        expect((await call(owner, 'k', { text: 'one' })).body).toEqual(first.body)
        app.advance(120_000)
        expect((await call(owner, 'k', { text: 'two' })).body.text).toBe('two')
        expect(await notes()).toBe(2)
        viewer = await app.signIn('viewer')
      })

      it('checks access again when an Idempotency-Key is repeated [IDEMPOTENCY-4]', async () => {
        const deal = await plantDeal(app, { members: { [viewer.userId]: 'commenter' } })
        const again = () => call(viewer, 'k', { text: 'one' }, `/api/canvas/${deal}/notes/a`)
        expect((await again()).status).toBe(200)
        await app.sql("UPDATE deal_members SET role = 'viewer' WHERE deal_id = $1", [deal])
        expectRefusal(await again(), 403, 'role_too_low')
        await app.sql('DELETE FROM deal_members WHERE deal_id = $1', [deal])
        expectRefusal(await again(), 404, 'deal_not_found')
        expect(await notes()).toBe(1)
      })

      it('ignores an Idempotency-Key on an operation that does not support it', async () => {
        await call(owner, 'k', { text: 'one' }, '/api/test/plain')
        await call(owner, 'k', { text: 'two' }, '/api/test/plain')
        expect(await notes()).toBe(2)
      })
    })

    describe('large answer', () => {
      const call64 = 64 * 1024
      const send = (key: string, bytes: number, more: Record<string, unknown> = {}, path = 'large') =>
        call(owner, key, { bytes, ...more }, `/api/test/${path}`)
      const storedBytes = async () =>
        (
          await app.sql<{ bytes: number }>(
            'SELECT coalesce(octet_length(answer), 0) + coalesce(octet_length(packed_answer), 0) AS bytes FROM idempotency_keys',
          )
        ).map(({ bytes }) => bytes)
      const plantUsage = (keys: number, bytes: number) =>
        app.sql(
          `INSERT INTO idempotency_usage (user_id, hour, keys, bytes) SELECT $1, date_trunc('hour', expires_at - interval '1 day'), $2, $3
            FROM idempotency_keys LIMIT 1 ON CONFLICT (user_id, hour) DO UPDATE SET keys = excluded.keys, bytes = excluded.bytes`,
          [owner.userId, keys, bytes],
        )

      it('renders a large answer from the current record, marks it as rendered, and stores only status and id', async () => {
        const first = await send('k', 2 * call64, {}, 'large-rendered')
        expect([first.status, first.headers['idempotency-rendered']]).toEqual([201, undefined])
        expect(await storedBytes()).toEqual([0])
        const again = await send('k', 2 * call64, {}, 'large-rendered')
        expect([again.status, again.body, again.headers['idempotency-rendered']]).toEqual([201, first.body, 'true'])
        await app.sql("UPDATE notes SET text = 'as it is now'")
        expect((await send('k', 2 * call64, {}, 'large-rendered')).body.text).toBe('as it is now')
        expect(await notes()).toBe(1)
        await app.sql('DELETE FROM notes')
        expectRefusal(await send('k', 2 * call64, {}, 'large-rendered'), 404, 'not_found')
        expect(await notes()).toBe(0)
      })

      it('stores an answer of up to 64 KiB in full', async () => {
        const first = await send('k', 60_000, {}, 'large-rendered')
        const again = await send('k', 60_000, {}, 'large-rendered')
        expect([again.body, again.headers['idempotency-rendered']]).toEqual([first.body, undefined])
        expect((await storedBytes())[0]).toBeGreaterThan(60_000)
      })

      it('stores a large answer compressed if the route cannot render it from a record', async () => {
        const first = await send('k', 2 * call64)
        expect((await storedBytes())[0]).toBeLessThan(call64)
        const again = await send('k', 2 * call64)
        expect([again.status, again.body, again.headers['idempotency-rendered']]).toEqual([201, first.body, undefined])
        expect(await notes()).toBe(1)
      })

      it('rejects a call whose answer can be neither rendered nor stored, and rolls back its change', async () => {
        expectRefusal(await send('k', 4 * call64, { noise: true }), 409, 'idempotency_answer_too_large')
        expect(await notes()).toBe(0)
        expect((await send('k', 10)).status).toBe(201)
      })

      it('stores at most 64 MiB of answers per user, then renders the answer or rejects the call', async () => {
        await send('first', 10)
        await plantUsage(1, 64 * 1024 * 1024 - 50_000 * 512)
        const first = await send('k', 10_000, {}, 'large-rendered')
        const again = await send('k', 10_000, {}, 'large-rendered')
        expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
        expect(again.headers['idempotency-rendered']).toBe('true')
        const refused = await send('n', 10_000, { noise: true })
        expectRefusal(refused, 429, 'rate_limited')
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600)
        expect((await send('small', 10)).status).toBe(201)
        expect((await send('small', 10)).status).toBe(201)
        expect(await notes()).toBe(3)
      })

      it('counts stored bytes and frees the key of a failed call', async () => {
        await call(owner, 'a', { text: 'x'.repeat(5_000) })
        await call(owner, 'b', { text: 'one', and_then: 'refuse' })
        const [used] = await app.sql<{ keys: number; bytes: string }>('SELECT keys, bytes FROM idempotency_usage')
        expect(used?.keys).toBe(1)
        expect(Number(used?.bytes)).toBeGreaterThan(5_000)
      })

      it('rejects a new key after 50,000 keys within a day with 429, while earlier keys still work', async () => {
        const first = await call(owner, 'first', { text: 'one' })
        await plantUsage(50_000, 0)
        const refused = await call(owner, 'one more', { text: 'two' })
        expectRefusal(refused, 429, 'rate_limited')
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600)
        expect((await call(owner, 'first', { text: 'one' })).body).toEqual(first.body)
        expect((await owner.send('POST', '/api/test/notes', { text: 'without a key' })).status).toBe(201)
        expect((await call(viewer, 'k', { text: 'by another' })).status).toBe(201)
        await app.sql("UPDATE idempotency_usage SET hour = hour - interval '25 hours'")
        expect((await call(owner, 'one more', { text: 'two' })).status).toBe(201)
      })
    })

    describe('concurrent requests with one key', () => {
      it('runs only one of several concurrent calls with the same Idempotency-Key [IDEMPOTENCY-6]', async () => {
        const answers = await Promise.all(Array.from({ length: 20 }, () => call(owner, 'k', { text: 'one' })))
        const [first] = await app.sql<{ id: number }>('SELECT id FROM notes')
        expect(await notes()).toBe(1)
        for (const { status, body } of answers) {
          if (status === 201) expect(body).toEqual({ id: first?.id, text: 'one' })
          else expect([status, body.code]).toEqual([409, 'idempotency_in_progress'])
        }
        expect(answers.some(({ status }) => status === 201)).toBe(true)
      })

      it('rejects a repeat with 409 and Retry-After while the first call is under way [IDEMPOTENCY-5]', async () => {
        await plantClaim({ leaseSeconds: 30 })
        const refused = await call(owner, 'k', { text: 'one' })
        expectRefusal(refused, 409, 'idempotency_in_progress')
        expect(refused.headers['retry-after']).toBe('1')
        expectRefusal(await call(owner, 'k', { text: 'two' }), 409, 'idempotency_key_reused')
        expect(await notes()).toBe(0)
      })
    })

    /** Inserts the claim of a first call with { text: 'one' } that has not answered yet. */
    const plantClaim = async ({ leaseSeconds }: { leaseSeconds: number }): Promise<void> => {
      await call(owner, 'k', { text: 'one' })
      await app.sql('DELETE FROM notes')
      const [at] = await app.sql<{ expires_at: Date }>('SELECT expires_at FROM idempotency_keys')
      const now = (at?.expires_at.getTime() ?? 0) - days(1)
      await app.sql('UPDATE idempotency_keys SET status = NULL, answer = NULL, lease_until = $1', [
        new Date(now + leaseSeconds * 1000),
      ])
    }

    describe('failed call', () => {
      it('frees the Idempotency-Key of a failed call and rolls back its change [IDEMPOTENCY-7]', async () => {
        expectRefusal(await call(owner, 'k', { text: 'one', and_then: 'refuse' }), 403, 'forbidden')
        expect(await notes()).toBe(0)
        expect((await call(owner, 'k', { text: 'two' })).status).toBe(201)
      })

      it('rolls back a change whose answer could not be serialized', async () => {
        expect((await call(owner, 'k', { text: 'one', and_then: 'break' })).status).toBe(500)
        expect(await notes()).toBe(0)
        expect((await call(owner, 'k', { text: 'one' })).status).toBe(201)
      })

      it('rolls back a change whose answer could not be stored because another call claimed the key', async () => {
        const lost = await call(owner, 'k', { text: 'one', and_then: 'lose_the_key' })
        expectRefusal(lost, 409, 'idempotency_in_progress')
        expect(await notes()).toBe(0)
      })

      it('takes over the key of a call that died without answering', async () => {
        await plantClaim({ leaseSeconds: -1 })
        expect((await call(owner, 'k', { text: 'two' })).status).toBe(201)
        expect(await notes()).toBe(1)
      })

      it('stores no key for a malformed request', async () => {
        expect((await call(owner, 'k', { text: 1 })).status).toBe(422)
        expect(await app.sql('SELECT key FROM idempotency_keys')).toEqual([])
      })
    })

    describe('key format', () => {
      it('rejects an Idempotency-Key of more than 255 characters with 422', async () => {
        expect((await call(owner, 'x'.repeat(255), { text: 'one' })).status).toBe(201)
        const refused = await call(owner, 'x'.repeat(256), { text: 1 })
        expect(refused.status).toBe(422)
        expect(refused.body.detail).toMatchObject([
          {
            type: 'string_too_long',
            loc: ['header', 'idempotency-key'],
            msg: 'String should have at most 255 characters',
            input: 'x'.repeat(256),
            ctx: { max_length: 255 },
          },
          { type: 'string_type', loc: ['body', 'text'] },
        ])
      })

      it('accepts any key that a header can hold, with a path of any length', async () => {
        const deal = await plantDeal(app, { members: { [owner.userId]: 'owner' } })
        // Incompressible on purpose: an index entry that held all of it would be too large for the database.
        const some = (n: number) => createHash('sha256').update(String(n)).digest().readUInt16BE()
        const letters = (from: number, many: number, kinds: number) =>
          Array.from({ length: many }, (_, n) => String.fromCodePoint(from + (some(n) % kinds))).join('')
        const name = letters(0x800, 1500, 0xc000)
        const key = letters(0xa1, 255, 94)
        const at = (name: string) => `/api/canvas/${deal}/notes/${encodeURIComponent(name)}`
        const first = await call(owner, key, { text: 'one' }, at(`a${name}`))
        expect(first.status).toBe(200)
        expect((await call(owner, key, { text: 'one' }, at(`a${name}`))).body).toEqual(first.body)
        expect((await call(owner, key, { text: 'one' }, at(`b${name}`))).body).not.toEqual(first.body)
        expect(await notes()).toBe(2)
      })

      it('treats an empty Idempotency-Key as none', async () => {
        await call(owner, '', { text: 'one' })
        await call(owner, '', { text: 'two' })
        expect(await notes()).toBe(2)
      })
    })

    it('recognizes a repeat while secrets are rotated, but not with an unknown secret', async () => {
      const by = (...secrets: [string, ...string[]]) =>
        createIdempotency({ database: app.service.database, secrets, now: () => new Date() }).answerOnce(
          { userId: owner.userId, path: 'POST /x', key: 'k', content: Buffer.from('{}') },
          {
            admit: async () => undefined,
            work: async () => {
              const text = randomUUID()
              return { status: 201, text, kept: text, recordId: undefined }
            },
            render: async () => null,
          },
        )
      const first = await by('old')
      expect(await by('new', 'old')).toEqual(first)
      await expect(by('new')).rejects.toMatchObject({ code: 'idempotency_key_reused' })
    })

    it('stores nothing readable of a request body with a password', async () => {
      const sent = { current_password: 'deal-canvas-demo', new_password: 'deal-canvas-demo-2' }
      const changed = await call(viewer, 'k', sent, '/api/auth/password')
      expect([changed.status, (await call(viewer, 'k', sent, '/api/auth/password')).status]).toEqual([204, 204])
      const kept = JSON.stringify(await app.sql('SELECT * FROM idempotency_keys'))
      expect(kept).toContain('/api/auth/password')
      for (const form of ['hex', 'base64', 'base64url'] as const) {
        const digest = createHash('sha256').update(JSON.stringify(sent)).digest(form)
        for (const readable of ['deal-canvas-demo', digest]) expect(kept).not.toContain(readable)
      }
    })
  },
)
