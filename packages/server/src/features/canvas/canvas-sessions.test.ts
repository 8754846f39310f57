import { describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../../platform/store-unavailable.ts'
import { onEachKeyValue } from '../../testing/key-values.ts'
import { createCanvasSessions } from './canvas-sessions.service.ts'

const now = () => new Date('2026-05-06T07:08:09.010Z')

onEachKeyValue('sessions of a canvas', (given) => {
  const sessions = () => createCanvasSessions({ state: given.store, now })
  const openMany = () => Promise.all(Array.from({ length: 10 }, () => sessions().open(given.dealId)))
  const agreed = async (): Promise<string> => {
    const texts = new Set((await openMany()).map((session) => JSON.stringify(session)))
    expect(texts.size).toBe(1)
    return [...texts].join()
  }

  it('opens one shared session for parallel requests, before and after it was ended', async () => {
    expect(await sessions().current(given.dealId)).toBeUndefined()
    const first = await agreed()
    expect(JSON.stringify(await sessions().current(given.dealId))).toBe(first)
    const ended = await sessions().end(given.dealId)
    expect(await sessions().current(given.dealId)).toBeUndefined()
    const second = JSON.parse(await agreed())
    expect(second).toMatchObject({ epoch: ended?.epoch, created_at: now().toISOString() })
    expect(JSON.parse(first).epoch).not.toBe(second.epoch)
  })

  it('ends a session once when several requests end it in parallel', async () => {
    await sessions().open(given.dealId)
    const ends = await Promise.all(Array.from({ length: 6 }, () => sessions().end(given.dealId)))
    expect(ends.filter((end) => end !== undefined)).toHaveLength(1)
  })

  it('keeps the sessions of different deals separate', async () => {
    const [first, second] = [await sessions().open(given.dealId), await sessions().open(`${given.dealId}-other`)]
    expect(first.epoch).not.toBe(second.epoch)
    await sessions().end(given.dealId)
    expect(await sessions().current(`${given.dealId}-other`)).toEqual(second)
  })
})

describe('session store outage', () => {
  const fail = async () => {
    throw new StoreUnavailable('redis', new Error('gone'))
  }
  const sessions = createCanvasSessions({ state: { get: fail, compareAndSet: fail, deleteKinds: fail }, now })

  it('opens a deal with a temporary epoch while the session store is unavailable', async () => {
    const [first, second] = [await sessions.open('deal'), await sessions.open('deal')]
    expect(first.created_at).toBe(now().toISOString())
    expect(first.epoch).not.toBe(second.epoch)
  })

  it('fails to end a session while the session store is unavailable', async () => {
    await expect(sessions.end('deal')).rejects.toBeInstanceOf(StoreUnavailable)
  })
})

describe('session store errors', () => {
  it('rethrows errors that are not outages of the session store', async () => {
    const fail = async () => {
      throw new TypeError('a mistake')
    }
    const sessions = createCanvasSessions({ state: { get: fail, compareAndSet: fail, deleteKinds: fail }, now })
    await expect(sessions.open('deal')).rejects.toThrow('a mistake')
  })
})
