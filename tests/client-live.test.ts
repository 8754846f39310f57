import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type Client, followReference, hasReference, type Position } from '../packages/client/src/index.ts'
import {
  createComment,
  endSession,
  invalidateCanvas,
  openCanvas,
  refresh,
  sessions,
  writeSection,
} from '../packages/contract/src/index.ts'
import { minutes } from '../packages/server/src/platform/clock.ts'
import { portOf } from '../packages/server/src/testing/listening.ts'
import { startMutingProxy } from '../packages/server/src/testing/muting-proxy.ts'
import { forgetLimits, plantDeal } from '../packages/server/src/testing/planting.ts'
import { onEachService } from '../packages/server/src/testing/service.ts'
import { follow, signedInClient } from './support/following.ts'

onEachService('client live channel', (app) => {
  let port: number
  let owner: Client & { userId: string }
  let editor: Client & { userId: string }
  let deal: string
  const closes: (() => unknown)[] = []
  beforeAll(async () => {
    port = await portOf(app.service.app)
    owner = await signedInClient(port, 'owner')
    editor = await signedInClient(port, 'editor')
  })
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plantDeal(app, { members: { [owner.userId]: 'owner', [editor.userId]: 'editor' } })
  })
  afterEach(async () => {
    for (const close of closes.splice(0)) await close()
  })

  const say = (content: string) => owner.call(createComment, { params: { deal_id: deal }, body: { content } })
  const known = async (client: Client = editor): Promise<Position> => {
    const { session, last_seq } = await client.call(openCanvas, { params: { deal_id: deal } })
    return { epoch: session.epoch, seq: last_seq }
  }
  const following = (client: Client, ...rest: [dealId?: string, from?: Position]) => {
    const [dealId = deal, from] = rest
    const followed = follow(client, dealId, from)
    closes.push(followed.channel.close)
    return followed
  }
  /** A client whose connection can be cut. */
  const onShakyLine = async () => {
    const proxy = await startMutingProxy({ host: '127.0.0.1', port })
    const client = await signedInClient(proxy.port, 'editor')
    closes.push(proxy.close)
    return { client, cut: proxy.cut }
  }

  it('delivers every event since the canvas was read, even those from before the channel opened', async () => {
    const from = await known()
    await say('One')
    await say('Two')
    const { events, reaches, states } = following(editor, deal, from)
    await reaches(from.seq + 2)
    expect(events).toMatchObject([
      { seq: from.seq + 1, type: 'comment.created', actor_id: owner.userId, data: { comment: { content: 'One' } } },
      { seq: from.seq + 2, type: 'comment.created', data: { comment: { content: 'Two' } } },
    ])
    expect(states).toEqual(['connecting', 'live'])
  })

  it('fetches content that is too large to be sent with its event', async () => {
    const { events, reaches } = following(editor, deal, await known())
    const content = 'x'.repeat(80_000)
    await owner.call(writeSection, { params: { deal_id: deal, section_key: 'summary' }, body: { content } })
    await reaches(1)
    const [event] = events
    if (event === undefined) throw new Error('There is no event')
    expect(hasReference(event)).toBe(true)
    expect(await followReference(editor, deal, event)).toMatchObject({ section: { section_key: 'summary', content } })
    const gone = { ...event, data: { ...event.data, section_key: 'nowhere' } }
    expect(await followReference(editor, deal, gone)).toEqual({ section: null })
  })

  it('delivers only new events when no position is given, and does not report a gap', async () => {
    await say('Before')
    const followed = following(editor)
    await followed.isLive()
    await say('After')
    await expect.poll(() => followed.events.map(({ data }) => data?.['comment'])).toMatchObject([{ content: 'After' }])
    expect(followed.lost).toBe(0)
  })

  it('loses and repeats no event across 25 disconnects at arbitrary moments while another client writes', {
    timeout: 120_000,
  }, async () => {
    const { client, cut } = await onShakyLine()
    const from = await known()
    const followed = following(client, deal, from)
    const waking = setInterval(client.wake, 15)
    closes.push(() => clearInterval(waking))
    for (let cuts = 1; cuts <= 25; cuts++) {
      await say(`Before cut ${cuts}`)
      // Every third cut hits a live channel; the others hit it while it opens or catches up.
      if (cuts % 3 === 0) await followed.isLive()
      const saying = say(`At cut ${cuts}`)
      cut()
      await saying
    }
    await followed.reaches(from.seq + 50)
    expect(followed.seqs()).toEqual(Array.from({ length: 50 }, (_, n) => from.seq + 1 + n))
    expect(followed.lost).toBe(0)
    expect(followed.states.filter((state) => state === 'waiting').length).toBeGreaterThanOrEqual(8)
  })

  it('loses no event when latency makes the client send its position after the service stopped waiting for it', async () => {
    /** Delays each message longer than the service waits for the position. */
    class SlowSocket extends WebSocket {
      override send(text: string): void {
        setTimeout(() => this.readyState === WebSocket.OPEN && super.send(text), 400)
      }
    }
    const client = await signedInClient(port, 'editor', { webSocket: SlowSocket })
    const from = await known()
    for (const content of ['One', 'Two', 'Three']) await say(content)
    const followed = following(client, deal, from)
    await followed.isLive()
    await say('Four')
    await followed.reaches(from.seq + 4)
    expect(followed.seqs()).toEqual([1, 2, 3, 4].map((n) => from.seq + n))
    expect(followed.lost).toBe(0)
    expect(followed.refusals).toEqual([])
  })

  it('reports a possible gap once when the canvas is invalidated, and continues afterwards', async () => {
    const from = await known()
    const followed = following(editor, deal, from)
    await followed.isLive()
    await owner.call(invalidateCanvas, { params: { deal_id: deal } })
    await expect.poll(() => followed.states).toContain('waiting')
    await followed.isLive()
    await expect.poll(() => followed.lost).toBe(1)
    const { last_seq } = await editor.call(openCanvas, { params: { deal_id: deal } })
    await say('After')
    await followed.reaches(last_seq + 1)
    expect(followed.events.at(-1)).toMatchObject({ seq: last_seq + 1, data: { comment: { content: 'After' } } })
    expect(followed.lost).toBe(1)
  })

  it('reports a possible gap when its position belongs to another epoch', async () => {
    const { seq } = await known()
    const followed = following(editor, deal, { epoch: 'of another time', seq })
    await followed.isLive()
    expect(followed.lost).toBe(1)
  })

  it('shows the cursor of a member, also after a reconnect', async () => {
    const { client, cut } = await onShakyLine()
    const seen = following(owner)
    const { channel, isLive, states } = following(client)
    const cursorOf = () => seen.present.find(({ user_id }) => user_id === editor.userId)
    await isLive()
    channel.look({ section_key: 'returns', cursor: { at: 3 } })
    await expect.poll(cursorOf).toMatchObject({ section_key: 'returns', cursor: { at: 3 } })
    const before = channel.channelId
    cut()
    await expect.poll(() => states).toContain('waiting')
    await isLive()
    expect(channel.channelId).not.toBe(before)
    await expect
      .poll(() => seen.present.filter(({ user_id }) => user_id === editor.userId))
      .toMatchObject([{ channel_id: channel.channelId, section_key: 'returns', cursor: { at: 3 } }])
  })

  it('holds a section lock until released, reacquires it after a reconnect, and then passes it to the waiting client', async () => {
    const { client, cut } = await onShakyLine()
    const mine = following(client)
    const theirs = following(owner)
    await Promise.all([mine.isLive(), theirs.isLive()])
    mine.channel.lock('returns')
    await expect.poll(() => mine.locks.at(-1)).toMatchObject({ section_key: 'returns', fence: expect.any(Number) })
    const { fence = 0 } = mine.locks.at(-1) ?? {}
    expect(mine.locks.at(-1)?.holder).toMatchObject({ channel_id: mine.channel.channelId })

    theirs.channel.lock('returns')
    await expect.poll(() => theirs.refusals).toEqual(['lock_taken'])
    theirs.channel.unlock('returns')

    cut()
    await expect.poll(() => mine.states).toContain('waiting')
    await mine.isLive()
    await expect.poll(() => mine.locks.at(-1)?.fence ?? 0).toBeGreaterThan(fence)

    theirs.channel.lock('returns')
    await expect.poll(() => theirs.refusals).toHaveLength(2)
    mine.channel.unlock('returns')
    await expect.poll(() => theirs.locks.at(-1)).toMatchObject({ holder: { user_id: owner.userId } })
    expect(theirs.locks.at(-1)?.fence).toBeGreaterThan(mine.locks.findLast(({ fence }) => fence)?.fence ?? 0)
  })

  it('reports a section lock that was released during a disconnect', async () => {
    const { client, cut } = await onShakyLine()
    const mine = following(client)
    const theirs = following(owner)
    await Promise.all([mine.isLive(), theirs.isLive()])
    theirs.channel.lock('returns')
    await expect.poll(() => mine.locks.at(-1)).toMatchObject({ holder: { user_id: owner.userId } })
    cut()
    theirs.channel.close()
    await expect.poll(() => mine.states).toContain('waiting')
    await mine.isLive()
    await expect.poll(() => mine.locks.at(-1)).toEqual({ section_key: 'returns', holder: null })
  })

  it('stays connected past the expiry of its access token, on the same connection', async () => {
    let renewals = 0
    const client = await signedInClient(port, 'editor', {
      fetch: async (url, init) => {
        const answer = await fetch(url, init)
        if (String(url).endsWith(refresh.path) && answer.ok) renewals += 1
        return answer
      },
    })
    const followed = following(client)
    await followed.isLive()
    const { channelId } = followed.channel
    for (let renewal = 1; renewal <= 3; renewal++) {
      app.advance(minutes(46))
      await expect.poll(() => renewals).toBe(renewal)
      // Messages are handled in order, so the lock is answered only after the new token was checked.
      followed.channel.lock(`section_${renewal}`)
      await expect.poll(() => followed.locks.at(-1)?.section_key).toBe(`section_${renewal}`)
    }
    expect(followed.channel.channelId).toBe(channelId)
    expect(followed.states).toEqual(['connecting', 'live'])
  })

  it('closes the live channel when the member loses the role', async () => {
    const { states, isLive } = following(editor)
    await isLive()
    await app.sql('DELETE FROM deal_members WHERE deal_id = $1 AND user_id = $2', [deal, editor.userId])
    await expect.poll(() => states.at(-1)).toBe('ended: role_lost')
  })

  it('closes the live channel of a deal that the user cannot see', async () => {
    const hidden = await plantDeal(app, {})
    const { states } = following(editor, hidden)
    await expect.poll(() => states.at(-1)).toBe('ended: deal_not_found')
  })

  it('closes the live channel when the session ends, whether signed out here or from another client', async () => {
    const leaving = await signedInClient(port, 'editor')
    const left = following(leaving)
    await left.isLive()
    await leaving.signOut()
    expect(left.states.at(-1)).toBe('ended: signed_out')

    let signedOut = 0
    const client = await signedInClient(port, 'editor', { onSignedOut: () => (signedOut += 1) })
    const followed = following(client)
    await followed.isLive()
    const { sessions: open } = await client.call(sessions)
    const current = open.find((session) => session.current)
    await editor.call(endSession, { params: { session_id: current?.id ?? '' } })
    await expect.poll(() => followed.states.at(-1)).toBe('ended: signed_out')
    expect(signedOut).toBe(1)
  })

  it('delivers no events and no state changes after the live channel is closed', async () => {
    const followed = following(editor)
    await followed.isLive()
    followed.channel.close()
    await say('Unheard')
    const again = following(editor, deal, { ...(await known()), seq: 0 })
    await again.reaches(1)
    expect(followed.events).toEqual([])
    expect(followed.states).toEqual(['connecting', 'live'])
  })
})
