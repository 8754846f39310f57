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
  'the order of judgement',
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

    it('who you are comes first: a stranger is 401, whatever else is wrong', async () => {
      const key = randomUUID()
      expect((await call(editor, good, { key })).status).toBe(200)
      for (const body of [good, refused, malformed, '']) {
        expectRefusal(await call(undefined, body, { key }), 401, 'not_authenticated')
        expectRefusal(await call(undefined, body, { key, dealId: 'unknown' }), 401, 'not_authenticated')
      }
    })

    it('whether you may enter comes before whether the request is well formed', async () => {
      for (const body of [good, malformed, '']) {
        expectRefusal(await call(viewer, body), 403, 'role_too_low')
        expectRefusal(await call(viewer, body, { dealId: 'unknown' }), 404, 'deal_not_found')
      }
    })

    it('a malformed request is 422 although its key has an answer', async () => {
      const key = randomUUID()
      expect((await call(editor, good, { key })).status).toBe(200)
      expectMalformed(await call(editor, malformed, { key }))
      expectMalformed(await call(editor, good, { key: 'x'.repeat(256) }))
    })

    it('a malformed request is 422 although the limit is used up', async () => {
      await useUp(app, 'write', editor.userId)
      expectMalformed(await call(editor, malformed))
    })

    it('a repeat is answered although the limit is used up', async () => {
      const key = randomUUID()
      const first = await call(editor, good, { key })
      await useUp(app, 'write', editor.userId)
      const again = await call(editor, good, { key })
      expect([again.status, again.body]).toEqual([200, first.body])
      expectRefusal(await call(editor, refused, { key }), 409, 'idempotency_key_reused')
    })

    it('too often comes before what the object says', async () => {
      await useUp(app, 'write', editor.userId)
      expectRefusal(await call(editor, refused), 429, 'rate_limited')
      expectRefusal(await call(editor, refused, { key: randomUUID() }), 429, 'rate_limited')
    })

    it('what the object says comes last', async () => {
      expectRefusal(await call(editor, refused), 403, 'forbidden')
      expectRefusal(await call(editor, refused, { key: randomUUID() }), 403, 'forbidden')
    })

    it('only what reached the handler was counted: not a refusal at the door, a malformed request or a repeat', async () => {
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

    describe('the body is not read before identity is judged', () => {
      const twoMebibytes = JSON.stringify({ decision: 'x'.repeat(2 * 1024 * 1024) })

      it("a stranger's 2 MiB are 401, a member's 413", async () => {
        expectRefusal(await call(undefined, twoMebibytes), 401, 'not_authenticated')
        expectRefusal(await call(viewer, twoMebibytes), 403, 'role_too_low')
        expectRefusal(await call(editor, twoMebibytes), 413, 'payload_too_large')
      })

      it('a stranger is answered without having sent a body at all', async () => {
        const answer = await sayRaw(
          app.service.app,
          `POST /api/canvas/${deal}/decide HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2000000\r\n\r\n{`,
        )
        expect(readRaw(answer)).toMatchObject({ status: 401, body: { code: 'not_authenticated' } })
      })
    })
  },
)
