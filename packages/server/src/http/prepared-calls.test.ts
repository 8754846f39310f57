import { boolean, model, operation, optional, signedIn, text } from '@deal-canvas/contract'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { refuse } from '../domain-error.ts'
import { onServiceWith } from '../testing/extra-routes.ts'
import { forgetLimits, useUp } from '../testing/planting.ts'
import { expectRefusal, type Person } from '../testing/service.ts'
import { handlePrepared } from './handler.ts'

const add = operation({
  id: 'add',
  method: 'POST',
  path: '/api/test/prepared',
  tag: 'Test',
  summary: 'Writes what it prepared',
  access: signedIn,
  body: model({ text: text(), refused: optional(boolean()) }),
  answer: model({ text: text() }),
})

onServiceWith(
  'prepared step of a call',
  (app) => {
    const write = (text: string) => app().sql('INSERT INTO notes (text) VALUES ($1)', [text])
    return [
      handlePrepared(
        add,
        async ({ body }) => {
          await write(`prepared ${body.text}`)
          return body.text.toUpperCase()
        },
        async ({ body }, prepared) => {
          await write(prepared)
          return body.refused === true ? refuse('forbidden') : { text: prepared }
        },
      ),
    ]
  },
  (app) => {
    let owner: Person
    beforeAll(async () => {
      await app.sql('CREATE TABLE notes (id serial PRIMARY KEY, text text NOT NULL)')
      owner = await app.signIn('owner')
    })
    beforeEach(async () => {
      await forgetLimits(app)
      await app.sql('DELETE FROM notes')
      await app.sql('DELETE FROM idempotency_keys')
    })
    const call = (body: object, key?: string) =>
      owner.send('POST', '/api/test/prepared', body, key === undefined ? {} : { 'idempotency-key': key })
    const notes = async () =>
      (await app.sql<{ text: string }>('SELECT text FROM notes ORDER BY id')).map(({ text }) => text)

    it('passes the prepared result to the handler, with or without an Idempotency-Key', async () => {
      expect((await call({ text: 'a' })).body).toEqual({ text: 'A' })
      expect((await call({ text: 'b' }, 'k')).body).toEqual({ text: 'B' })
      expect(await notes()).toEqual(['prepared a', 'A', 'prepared b', 'B'])
    })

    it('does not prepare again for a repeated request', async () => {
      for (let n = 0; n < 2; n++) expect((await call({ text: 'a' }, 'k')).body).toEqual({ text: 'A' })
      expect(await notes()).toEqual(['prepared a', 'A'])
    })

    it('prepares outside the transaction, so that a rollback does not undo it', async () => {
      expectRefusal(await call({ text: 'a', refused: true }, 'k'), 403, 'forbidden')
      expect(await notes()).toEqual(['prepared a'])
    })

    it('does not prepare for a malformed or rate-limited call', async () => {
      expect((await call({ text: 1 })).status).toBe(422)
      await useUp(app, 'write', owner.userId)
      expectRefusal(await call({ text: 'a' }), 429, 'rate_limited')
      expectRefusal(await call({ text: 'a' }, 'k'), 429, 'rate_limited')
      expect(await notes()).toEqual([])
    })
  },
)
