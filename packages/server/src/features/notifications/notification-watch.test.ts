import { describe, expect, it, vi } from 'vitest'
import type { Subscriber } from '../../platform/bus/bus.ts'
import { announce, createNotificationWatch } from './notification-watch.ts'
import type { Stand } from './notifications.store.ts'

const watchOver = async (stands: Map<string, Stand>, { lookAgainMs = 5_000 } = {}) => {
  const asked: (readonly string[])[] = []
  const errors: unknown[] = []
  const broken = { is: false }
  let heard: Subscriber | undefined
  const watch = await createNotificationWatch({
    store: {
      stands: async (userIds) => {
        asked.push(userIds)
        if (broken.is) throw new Error('Gone')
        return userIds.map((userId) => stands.get(userId) ?? { seq: 0, unread: 0 })
      },
    },
    bus: {
      subscribe: async (_topic, subscriber) => {
        heard = subscriber
        return async () => undefined
      },
    },
    lookAgainMs,
    onError: (error) => errors.push(error),
  })
  return {
    watch,
    asked,
    errors,
    broken,
    wake: (message: unknown) => heard?.onMessage(message),
    gap: () => heard?.onGap(),
  }
}

const some = Array.from({ length: 40 }, (_, n) => `user-${n}`)

describe('notification watch', () => {
  it('runs one query for all watchers that start together, and one for all after a gap', async () => {
    const { watch, asked, gap } = await watchOver(new Map())
    const ends = some.map(() => new AbortController())
    const streams = ends.map(({ signal }, n) => watch.stands(`user-${n}`, signal))
    await Promise.all(streams.map((stream) => stream.next()))
    expect(asked).toEqual([some])
    gap()
    await vi.waitFor(() => expect(asked).toEqual([some, some]))
    for (const end of ends) end.abort()
  })

  it('checks all watched users every few seconds, and stops when all have left', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const stands = new Map([['user-1', { seq: 1, unread: 1 }]])
      const { watch, asked } = await watchOver(stands)
      const end = new AbortController()
      const [first, second] = ['user-1', 'user-2'].map((userId) => watch.stands(userId, end.signal))
      expect((await first?.next())?.value).toEqual({ seq: 1, unread: 1 })
      await second?.next()
      stands.set('user-1', { seq: 2, unread: 1 })
      const before = asked.length
      vi.advanceTimersByTime(5_000)
      expect((await first?.next())?.value).toEqual({ seq: 2, unread: 1 })
      expect(asked.slice(before)).toEqual([['user-1', 'user-2']])
      end.abort()
      expect(await Promise.all([first?.next(), second?.next()])).toMatchObject([{ done: true }, { done: true }])
      vi.advanceTimersByTime(60_000)
      expect(asked).toHaveLength(before + 1)
    } finally {
      vi.useRealTimers()
    }
  })

  it('queries only those users of a message who are watched on this node', async () => {
    const stands = new Map<string, Stand>()
    const { watch, asked, wake } = await watchOver(stands)
    const end = new AbortController()
    const stream = watch.stands('user-1', end.signal)
    await stream.next()
    stands.set('user-1', { seq: 3, unread: 3 })
    wake({ userIds: ['user-0', 'user-1', 7] })
    wake('nonsense')
    expect((await stream.next()).value).toEqual({ seq: 3, unread: 3 })
    expect(asked).toEqual([['user-1'], ['user-1']])
    end.abort()
  })

  it('sends only the latest change to a slow listener, and nothing if nothing changed', async () => {
    const stands = new Map<string, Stand>()
    const { watch, asked, wake } = await watchOver(stands)
    const end = new AbortController()
    const stream = watch.stands('user-1', end.signal)
    await stream.next()
    for (const seq of [1, 2, 2]) {
      stands.set('user-1', { seq, unread: seq })
      const before = asked.length
      wake({ userIds: ['user-1'] })
      await vi.waitFor(() => expect(asked).toHaveLength(before + 1))
    }
    expect((await stream.next()).value).toEqual({ seq: 2, unread: 2 })
    const next = stream.next()
    end.abort()
    expect(await next).toMatchObject({ done: true })
  })

  it('continues after a database outage', async () => {
    const stands = new Map<string, Stand>()
    const { watch, errors, broken, wake } = await watchOver(stands)
    const end = new AbortController()
    const stream = watch.stands('user-1', end.signal)
    await stream.next()
    broken.is = true
    wake({ userIds: ['user-1'] })
    await vi.waitFor(() => expect(errors).toHaveLength(1))
    broken.is = false
    stands.set('user-1', { seq: 1, unread: 1 })
    wake({ userIds: ['user-1'] })
    expect((await stream.next()).value).toEqual({ seq: 1, unread: 1 })
    end.abort()
  })

  it('splits a long list of users into messages that the bus can carry', async () => {
    const messages: { userIds: string[] }[] = []
    const ids = Array.from({ length: 250 }, (_, n) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`)
    await announce({ publish: async (_topic, message) => void messages.push(message as { userIds: string[] }) }, ids)
    expect(messages.flatMap(({ userIds }) => userIds)).toEqual(ids)
    for (const message of messages) expect(JSON.stringify(message).length).toBeLessThanOrEqual(4096)
  })
})
