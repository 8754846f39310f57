import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ApiError, type Client } from '../packages/client/src/index.ts'
import {
  dealEvents,
  documentContent,
  type EventOf,
  exportAuditTrail,
  me,
  notificationStream,
  refresh,
  ripplePreview,
} from '../packages/contract/src/index.ts'
import { minutes } from '../packages/server/src/platform/clock.ts'
import { portOf } from '../packages/server/src/testing/listening.ts'
import { startMutingProxy } from '../packages/server/src/testing/muting-proxy.ts'
import { act, forgetNotifications, noticeTo } from '../packages/server/src/testing/noticing.ts'
import { plantDeal } from '../packages/server/src/testing/planting.ts'
import { onEachService, type Person } from '../packages/server/src/testing/service.ts'
import { upload } from '../packages/server/src/testing/uploading.ts'
import { plantModel } from '../packages/server/src/testing/workbooks.ts'
import { signedInClient } from './support/following.ts'

const exitCap = { metric_key: 'exit_cap_rate_pct', new_value: 6 }

onEachService('client requests', (app) => {
  let port: number
  let editor: Client & { userId: string }
  let person: Person
  let deal: string
  beforeAll(async () => {
    port = await portOf(app.service.app)
    editor = await signedInClient(port, 'editor')
    person = await app.signIn('editor')
    deal = await plantDeal(app, { members: { [editor.userId]: 'editor' } })
  })
  const openStreams = async (): Promise<number> =>
    Number(/open_streams (\d+)/.exec(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())?.[1])

  describe('client streams', () => {
    beforeAll(() => plantModel(app, person, deal))

    it('reads every event of a what-if preview up to the end of the stream', async () => {
      const heard: EventOf<typeof ripplePreview>[] = []
      for await (const event of editor.stream(ripplePreview, { params: { deal_id: deal }, body: exitCap })) {
        heard.push(event)
      }
      expect(heard.map(({ event }) => event)).toEqual([...Array(5).fill('progress'), 'ripple_preview'])
      expect(heard.at(-1)?.data).toMatchObject({ deal_id: deal, metric: { key: 'exit_cap_rate_pct' } })
    })

    it('throws an ApiError when the service rejects a stream request', async () => {
      const body = { metric_key: 'no_such_metric', new_value: 1 }
      const events = editor.stream(ripplePreview, { params: { deal_id: deal }, body })[Symbol.asyncIterator]()
      const error = await events.next().catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(ApiError)
      expect(error).toMatchObject({ status: 422, failures: [{ loc: ['body', 'metric_key'] }] })
    })

    it('closes the stream on the server when the client aborts or leaves the loop', async () => {
      const before = await openStreams()
      const giveUp = new AbortController()
      const given = editor.stream(notificationStream, { signal: giveUp.signal })[Symbol.asyncIterator]()
      await given.next()
      for await (const { event } of editor.stream(dealEvents, { params: { deal_id: deal } })) {
        expect(event).toBe('hello')
        expect(await openStreams()).toBe(before + 2)
        break
      }
      const next = given.next()
      giveUp.abort(new Error('Enough'))
      await expect(next).rejects.toThrow('Enough')
      await expect.poll(openStreams).toBe(before)
    })

    it('throws session_ended when the service ends the stream', async () => {
      const client = await signedInClient(port, 'editor')
      const events = client.stream(notificationStream)[Symbol.asyncIterator]()
      await events.next()
      await client.signOut()
      await expect(events.next()).rejects.toMatchObject({ status: 0, code: 'session_ended' })
    })
  })

  describe('client downloads', () => {
    it('downloads a document byte for byte', async () => {
      const csv = `unit,rent\n${'A1,1200 “as of right”\n'.repeat(4_000)}`
      const { body } = await upload(app, person, `/api/canvas/${deal}/documents`, [
        { fileName: 'rents.csv', content: csv },
      ])
      const [{ id }] = body.documents
      const file = await editor.download(documentContent, { params: { deal_id: deal, document_id: id } })
      expect(await file.text()).toBe(csv)
    })

    it('downloads the audit trail as lines of JSON', async () => {
      const lines = (await (await editor.download(exportAuditTrail, { params: { deal_id: deal } })).text()).split('\n')
      expect(lines.length).toBeGreaterThan(1)
      for (const line of lines.filter((text) => text !== '')) JSON.parse(line)
    })

    it('rejects a download with the error code of the service', async () => {
      const params = { deal_id: await plantDeal(app, {}) }
      await expect(editor.download(exportAuditTrail, { params })).rejects.toMatchObject({ code: 'deal_not_found' })
    })
  })

  describe('expired access token', () => {
    it('renews an expired access token for calls, streams and downloads, without a browser to store the cookie', async () => {
      let renewals = 0
      const client = await signedInClient(port, 'editor', {
        fetch: async (url, init) => {
          if (String(url).endsWith(refresh.path)) renewals += 1
          return fetch(url, init)
        },
      })
      app.advance(minutes(61))
      expect(await client.call(me)).toMatchObject({ id: editor.userId })
      app.advance(minutes(61))
      const events = client.stream(notificationStream)[Symbol.asyncIterator]()
      expect(await events.next()).toMatchObject({ value: { event: 'unread' } })
      await events.return?.()
      app.advance(minutes(61))
      await client.download(exportAuditTrail, { params: { deal_id: deal } })
      expect(renewals).toBe(3)
      await client.signOut()
      expect(await client.restore()).toBeUndefined()
    })
  })

  describe('client notifications', () => {
    beforeEach(() => forgetNotifications(app))

    it('delivers each notification once across disconnects, with the unread count', async () => {
      const proxy = await startMutingProxy({ host: '127.0.0.1', port })
      const owner = await app.signIn('owner')
      await app.sql("INSERT INTO deal_members (deal_id, user_id, role, created_at) VALUES ($1, $2, 'owner', now())", [
        deal,
        owner.userId,
      ])
      const client = await signedInClient(proxy.port, 'editor')
      const heard: string[] = []
      let unread = -1
      const { close } = client.notifications({
        notification: ({ snippet }) => heard.push(snippet),
        unread: (count) => {
          unread = count
        },
      })
      const notify = (snippet: string) => act(app, owner, deal, noticeTo([person], { snippet }))
      await expect.poll(() => unread).toBe(0)
      const waking = setInterval(client.wake, 15)
      const all = Array.from({ length: 12 }, (_, n) => `Number ${n}`)
      for (const snippet of all) {
        proxy.cut()
        await notify(snippet)
      }
      await expect.poll(() => heard).toHaveLength(12)
      expect(heard).toEqual(all)
      await expect.poll(() => unread).toBe(12)
      clearInterval(waking)
      close()
      await proxy.close()
    })
  })
})
