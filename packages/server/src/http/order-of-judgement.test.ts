import { randomUUID } from 'node:crypto'
import { dealRole, model, oneOf, operation, text } from '@deal-canvas/contract'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refuse } from '../domain-error.ts'
import { onServiceWith } from '../testing/extra-routes.ts'
import { readRaw, sayRaw } from '../testing/listening.ts'
import { forgetLimits, plantDeal, useUp } from '../testing/planting.ts'
import { type Answer, expectRefusal, type Person } from '../testing/service.ts'
import { handle } from './handler.ts'

const decide = operation({
  id: 'decide',
  method: 'POST',
  path: '/api/canvas/{deal_id}/decide',
  tag: 'Test',
  summary: 'Decides',
  access: dealRole('editor'),
  params: model({ deal_id: text() }),
  body: model({ decision: oneOf(['yes', 'not_mine']) }),
  answer: model({ decided: text() }),
  idempotent: true,
})

onServiceWith(
  'order of checks',
  () => [
    handle(decide, async ({ body: { decision } }) =>
      decision === 'not_mine' ? refuse('forbidden') : { decided: randomUUID() },
    ),
  ],
  (app) => {
    let editor: Person
    let viewer: Person
    let deal: string
    const malformed = '{"decision":'
    const good = { decision: 'yes' }
    const refused = { decision: 'not_mine' }

    const call = (
      as: Person | undefined,
      body: unknown,
      { key, dealId = deal }: { key?: string; dealId?: string } = {},
    ) =>
      app.send('POST', `/api/canvas/${dealId}/decide`, {
        ...(as === undefined ? {} : { token: as.token }),
        body,
        headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) },
      })
    const expectMalformed = ({ status, body }: Answer) =>
      expect([status, Array.isArray(body.detail)]).toEqual([422, true])

    beforeAll(async () => {
      editor = await app.signIn('editor')
      viewer = await app.signIn('viewer')
      deal = await plantDeal(app, { members: { [editor.userId]: 'editor', [viewer.userId]: 'viewer' } })
    })
    beforeEach(() => forgetLimits(app))

    it('answers an unauthenticated request with 401, whatever else is wrong [REQUEST-1]', async () => {
      const key = randomUUID()
      expect((await call(editor, good, { key })).status).toBe(200)
      for (const body of [good, refused, malformed, '']) {
        expectRefusal(await call(undefined, body, { key }), 401, 'not_authenticated')
        expectRefusal(await call(undefined, body, { key, dealId: 'unknown' }), 401, 'not_authenticated')
      }
    })

    it('checks permission before it validates the request [REQUEST-2]', async () => {
      for (const body of [good, malformed, '']) {
        expectRefusal(await call(viewer, body), 403, 'role_too_low')
        expectRefusal(await call(viewer, body, { dealId: 'unknown' }), 404, 'deal_not_found')
      }
    })

    it('rejects a malformed request with 422 even if its Idempotency-Key has an answer [REQUEST-3]', async () => {
      const key = randomUUID()
      expect((await call(editor, good, { key })).status).toBe(200)
      expectMalformed(await call(editor, malformed, { key }))
      expectMalformed(await call(editor, good, { key: 'x'.repeat(256) }))
    })

    it('rejects a malformed request with 422 even if the rate limit is used up [REQUEST-3]', async () => {
      await useUp(app, 'write', editor.userId)
      expectMalformed(await call(editor, malformed))
    })

    it('answers a repeated request even if the rate limit is used up', async () => {
      const key = randomUUID()
      const first = await call(editor, good, { key })
      await useUp(app, 'write', editor.userId)
      const again = await call(editor, good, { key })
      expect([again.status, again.body]).toEqual([200, first.body])
      expectRefusal(await call(editor, refused, { key }), 409, 'idempotency_key_reused')
    })

    it('checks rate limits before the rules of the object [REQUEST-4]', async () => {
      await useUp(app, 'write', editor.userId)
      expectRefusal(await call(editor, refused), 429, 'rate_limited')
      expectRefusal(await call(editor, refused, { key: randomUUID() }), 429, 'rate_limited')
    })

    it('checks the rules of the object last', async () => {
      expectRefusal(await call(editor, refused), 403, 'forbidden')
      expectRefusal(await call(editor, refused, { key: randomUUID() }), 403, 'forbidden')
    })

    it('counts only requests that reach the handler, not unauthorized, malformed or repeated ones', async () => {
      const key = randomUUID()
      const counted = async () =>
        (await app.sql<{ points: number }>('SELECT sum(points)::int AS points FROM rate_limits'))[0]?.points
      await call(editor, good, { key })
      expect(await counted()).toBe(1)
      await call(editor, good, { key })
      await call(editor, malformed)
      await call(viewer, good)
      await call(undefined, good)
      expect(await counted()).toBe(1)
      await call(editor, refused)
      expect(await counted()).toBe(2)
    })

    describe('unread body', () => {
      const twoMebibytes = JSON.stringify({ decision: 'x'.repeat(2 * 1024 * 1024) })

      it('answers a 2 MiB body with 401 if unauthenticated, and with 413 only if authorized', async () => {
        expectRefusal(await call(undefined, twoMebibytes), 401, 'not_authenticated')
        expectRefusal(await call(viewer, twoMebibytes), 403, 'role_too_low')
        expectRefusal(await call(editor, twoMebibytes), 413, 'payload_too_large')
      })

      it('answers an unauthenticated request before its body has been sent', async () => {
        const answer = await sayRaw(
          app.service.app,
          `POST /api/canvas/${deal}/decide HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2000000\r\n\r\n{`,
        )
        expect(readRaw(answer)).toMatchObject({ status: 401, body: { code: 'not_authenticated' } })
      })
    })
  },
)
