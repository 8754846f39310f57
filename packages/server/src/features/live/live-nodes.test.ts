import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Service } from '../../compose.ts'
import { type LiveClient, openLive } from '../../testing/live-client.ts'
import { actorOf } from '../../testing/org-people.ts'
import { plantDeal } from '../../testing/planting.ts'
import { onTwoServices, type TwoServices } from '../../testing/two-services.ts'

type Someone = Awaited<ReturnType<TwoServices['signIn']>>

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1)

/** Writes the given number of entries at one node, a few at a time. */
const work = async (
  service: Service,
  by: Someone,
  deal: string,
  { entries, each }: { entries: number; each: number },
) => {
  for (let done = 0; done < entries; done += each) {
    await service.changes.change(actorOf(by), deal, 'service', async ({ recordExternal }) => {
      for (let n = 0; n < each; n++) recordExternal('ext.happened', { n }, 'activity')
    })
  }
}

onTwoServices('two nodes', ['by PostgreSQL', 'by Redis'], (app) => {
  let owner: Someone
  let editor: Someone
  let deal: string
  beforeAll(async () => {
    owner = await app.signIn('owner')
    editor = await app.signIn('editor')
  })
  beforeEach(async () => {
    deal = await plantDeal(app, { members: { [owner.userId]: 'owner', [editor.userId]: 'editor' } })
  })
  const listen = async (service: Service, { token }: Someone): Promise<LiveClient> => {
    const client = await openLive(service.app, deal, token)
    client.say({ type: 'ping' })
    await client.hears('resumed')
    return client
  }

  it('shows events, presence and locks from the other node', async () => {
    const listener = await listen(app.here, owner)
    const two = await listen(app.there, editor)
    await work(app.there, editor, deal, { entries: 1, each: 1 })
    await listener.hears('event', ({ seq }) => seq === 1)
    for (const client of [listener, two]) await client.hears('presence', ({ present }) => present.length === 2)
    two.say({ type: 'lock', section_key: 'summary' })
    expect(await listener.hears('lock')).toMatchObject({ holder: { user_id: editor.userId } })
    await two.leave()
    await listener.hears('lock', ({ holder }) => holder === null)
    await listener.leave()
  })

  it('resumes at another node where the client left off, because both nodes share the session', async () => {
    const listener = await listen(app.here, owner)
    const { epoch } = await listener.hears('hello')
    await listener.leave()
    await work(app.here, owner, deal, { entries: 3, each: 1 })
    const again = await openLive(app.there.app, deal, owner.token)
    again.say({ type: 'resume', epoch, seq: 1 })
    expect(await again.hears('resumed')).toEqual({ type: 'resumed', recovered: true, from: 1 })
    await again.hears('event', ({ seq }) => seq === 3)
    expect(again.events().map(({ seq }) => seq)).toEqual([2, 3])
    await again.leave()
  })

  it('closes the channels on both nodes when the session ends on one', async () => {
    const clients = [await listen(app.here, owner), await listen(app.there, editor)]
    const headers = { authorization: `Bearer ${owner.token}` }
    await app.here.app.inject({ method: 'DELETE', url: `/api/canvas/${deal}`, headers })
    for (const client of clients) expect((await client.closed).code).toBe(4410)
  })

  it('neither loses nor repeats an event across 24 disconnects and 600 events', async () => {
    const entries = 600
    const headers = { authorization: `Bearer ${owner.token}` }
    const { session } = (await app.here.app.inject({ url: `/api/canvas/${deal}`, headers })).json()
    const follow = async (seed: number) => {
      const seen: number[] = []
      let cuts = 0
      while ((seen.at(-1) ?? 0) < entries) {
        const service = (seed + cuts) % 2 === 0 ? app.here : app.there
        const client = await openLive(service.app, deal, owner.token)
        client.say({ type: 'resume', epoch: session.epoch, seq: seen.at(-1) ?? 0 })
        // Disconnect at any point: before the answer, during catch-up, or during live events.
        if (cuts < 7) await delay((seed * 7 + cuts * 13) % 60)
        else await expect.poll(() => client.events().at(-1)?.seq, { timeout: 120_000 }).toBe(entries)
        client.socket.terminate()
        await client.closed
        expect(client.heard.find(({ type }) => type === 'resumed')?.recovered ?? true).toBe(true)
        seen.push(...client.events().map(({ seq }) => seq))
        cuts += 1
      }
      return { seen, cuts }
    }
    const writing = [app.here, app.there].map((service, n) =>
      work(service, n === 0 ? owner : editor, deal, { entries: entries / 2, each: 5 }),
    )
    const followed = await Promise.all([0, 1, 2, 3].map(follow))
    await Promise.all(writing)
    for (const { seen } of followed) expect(seen).toEqual(upTo(entries))
    expect(followed.reduce((sum, { cuts }) => sum + cuts, 0)).toBeGreaterThanOrEqual(24)
  }, 240_000)
})

onTwoServices('two nodes', ['not at all'], (app) => {
  it('delivers events and a lost role from the other node in order and exactly once, even without a shared bus', async () => {
    const owner = await app.signIn('owner')
    const editor = await app.signIn('editor')
    const deal = await plantDeal(app, { members: { [owner.userId]: 'owner', [editor.userId]: 'editor' } })
    const client = await openLive(app.there.app, deal, editor.token)
    client.say({ type: 'ping' })
    await client.hears('resumed')
    await work(app.here, owner, deal, { entries: 250, each: 10 })
    await client.hears('event', ({ seq }) => seq === 250)
    expect(client.events().map(({ seq }) => seq)).toEqual(upTo(250))
    const url = `/api/canvas/${deal}/members/${editor.userId}`
    await app.here.app.inject({ method: 'DELETE', url, headers: { authorization: `Bearer ${owner.token}` } })
    expect((await client.closed).code).toBe(4403)
  })
})
