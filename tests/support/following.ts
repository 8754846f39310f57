import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import {
  type Client,
  type ClientOptions,
  createClient,
  type LiveLock,
  type Position,
} from '../../packages/client/src/index.ts'
import type { DealEvent, Present } from '../../packages/contract/src/index.ts'

/** A client outside a browser, signed in as a demo user. */
export const signedInClient = async (
  port: number,
  name: string,
  options: Partial<ClientOptions> = {},
): Promise<Client & { userId: string }> => {
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, webSocket: WebSocket, ...options })
  const { user } = await client.signIn(`${name}@example.com`, 'deal-canvas-demo')
  return { ...client, userId: user.id }
}

/** Follows a deal and records everything that its live channel reports. */
export const follow = (client: Client, dealId: string, from?: Position) => {
  const events: DealEvent[] = []
  const states: string[] = []
  const locks: LiveLock[] = []
  const refusals: string[] = []
  let present: readonly Present[] = []
  let lost = 0
  const channel = client.live(dealId, {
    from,
    event: (event) => events.push(event),
    lost: () => (lost += 1),
    presence: (all) => {
      present = all
    },
    lock: (lock) => locks.push(lock),
    state: (state, why) => states.push(why === undefined ? state : `${state}: ${why}`),
    refused: ({ code }) => refusals.push(code),
  })
  return {
    channel,
    events,
    states,
    locks,
    refusals,
    get present() {
      return present
    },
    get lost() {
      return lost
    },
    seqs: (): number[] => events.map(({ seq }) => seq),
    /** Waits until the channel is live, skipping the pauses between reconnects. */
    isLive: async (): Promise<void> => {
      while (states.at(-1) !== 'live') {
        expect(states.at(-1) ?? '').not.toMatch(/^ended/)
        client.wake()
        await pause(10)
      }
    },
    reaches: (seq: number): Promise<void> =>
      expect.poll(() => events.at(-1)?.seq ?? 0, { interval: 10, timeout: 30_000 }).toBeGreaterThanOrEqual(seq),
  }
}
