import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DomainError } from '../../domain-error.ts'
import { signInDelayMs } from './sign-in-delay.ts'
import { createWaitingRoom } from './waiting-room.ts'

describe('sign-in delay', () => {
  it('delays no sign-in for ten attempts, then by one second that doubles up to thirty', () => {
    expect([1, 10, 11, 12, 13, 14, 15, 16, 17, 1_000_000].map(signInDelayMs)).toEqual(
      [0, 0, 1, 2, 4, 8, 16, 30, 30, 30].map((seconds) => seconds * 1000),
    )
  })

  it('never shortens the delay after another failure and never exceeds thirty seconds', () => {
    fc.assert(
      fc.property(fc.nat(), (attempt) => {
        expect(signInDelayMs(attempt + 1)).toBeGreaterThanOrEqual(signInDelayMs(attempt))
        expect(signInDelayMs(attempt)).toBeLessThanOrEqual(30_000)
      }),
    )
  })
})

describe('sign-in waiting room', () => {
  const never = new AbortController().signal
  const open = (maxWaiting = 100, maxPerNetwork = 2) => {
    const wakes: (() => void)[] = []
    const room = createWaitingRoom({
      maxWaiting,
      maxPerNetwork,
      sleep: (_, signal) =>
        new Promise((resolve, reject) => {
          wakes.push(resolve)
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    })
    const wake = (): void => {
      for (const resume of wakes.splice(0)) resume()
    }
    return { room, wake }
  }
  const codeOf = (error: unknown): unknown => (error instanceof DomainError ? error.code : error)

  it('rejects a network with too many waiting sign-ins and admits another network', async () => {
    const { room, wake } = open()
    const waits = [room.wait(1000, '10.0.0.1', never), room.wait(1000, '::ffff:10.0.0.1', never)]
    await expect(room.wait(1000, '10.0.0.1', never)).rejects.toThrow(DomainError)
    waits.push(room.wait(1000, '10.0.0.2', never))
    expect(room.waiting()).toBe(3)
    wake()
    await Promise.all(waits)
    expect(room.waiting()).toBe(0)
  })

  it('counts waiting IPv6 addresses by network, and by site at ten times the limit', async () => {
    const { room, wake } = open()
    const waits: Promise<void>[] = []
    for (let n = 0; n < 20; n++) waits.push(room.wait(1000, `2001:db8:1:${n.toString(16)}::1`, never))
    const refusal = await room.wait(1000, '2001:db8:1:ffff::1', never).catch(codeOf)
    expect(refusal).toBe('rate_limited')
    waits.push(room.wait(1000, '2001:db8:2::1', never))
    wake()
    await Promise.all(waits)
  })

  it('never holds more sign-ins than its limit in any sequence of arrivals, departures and wake-ups', async () => {
    const moves = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('come' as const), host: fc.nat({ max: 40 }) }),
        fc.record({ kind: fc.constant('leave' as const), which: fc.nat() }),
        fc.record({ kind: fc.constant('wake' as const) }),
      ),
      { maxLength: 60 },
    )
    await fc.assert(
      fc.asyncProperty(moves, async (history) => {
        const { room, wake } = open(5, 2)
        const waits: Promise<unknown>[] = []
        const clients: AbortController[] = []
        for (const move of history) {
          if (move.kind === 'come') {
            const client = new AbortController()
            clients.push(client)
            waits.push(room.wait(1000, `10.0.0.${move.host}`, client.signal).catch(codeOf))
          } else if (move.kind === 'leave') clients[move.which % Math.max(1, clients.length)]?.abort('left')
          else wake()
          await Promise.resolve()
          expect(room.waiting()).toBeLessThanOrEqual(5)
        }
        for (const client of clients) client.abort('left')
        await Promise.all(waits)
        expect(room.waiting()).toBe(0)
      }),
      { numRuns: 100 },
    )
  })

  it('rejects all waiting and later sign-ins when the service shuts down', async () => {
    const { room } = open()
    const waiting = room.wait(1000, '10.0.0.1', never).catch(codeOf)
    room.close()
    expect(await waiting).toBe('shutting_down')
    expect(await room.wait(1000, '10.0.0.1', never).catch(codeOf)).toBe('shutting_down')
    expect(room.waiting()).toBe(0)
  })

  it('admits a sign-in without a delay even if the waiting room is full', async () => {
    const { room } = open(0, 0)
    await room.wait(0, '10.0.0.1', never)
  })
})
