import pg from 'pg'
import { batchLoader } from '../batch-loader.ts'
import { keepConnected } from '../connections/keep-connected.ts'
import { isUnreachable } from '../database/failures.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import type { Bus } from './bus.ts'
import { createLinkedBus, type LinkedBusDeps } from './linked-bus.ts'

export interface PostgresBusDeps extends Pick<LinkedBusDeps, 'onLost' | 'onError'> {
  connection: pg.ClientConfig
  /** The application name of its two connections, as the server lists them. */
  name?: string
  heartbeatMs?: number
}

const channel = 'deal_canvas_bus'

interface Line {
  client: pg.Client
  /** Runs one query at a time, in call order. */
  query(query: pg.QueryConfig): Promise<void>
  close(): Promise<void>
}

/**
 * All topics share one channel. It has two connections of its own: publishing never waits for the pool, and receiving
 * never waits for publishing.
 */
export const createPostgresBus = (deps: PostgresBusDeps): Bus => {
  const { connection, name = 'deal-canvas-bus', heartbeatMs = 5_000, onLost, onError } = deps

  const connect = async (lost: (error: Error) => void): Promise<Line> => {
    const client = new pg.Client({
      ...connection,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 2_000,
    })
    client.on('error', lost)
    client.on('end', () => lost(new Error('The connection of the bus has ended')))
    await client.connect()

    let last: Promise<void> = Promise.resolve()
    const query: Line['query'] = (config) => {
      const send = async (): Promise<void> => {
        await client.query(config)
      }
      last = last.then(send, send)
      return last
    }
    // Without a heartbeat, a server that vanished silently would leave a listener that never receives anything.
    const heartbeat = setInterval(() => void query({ text: 'SELECT 1' }).catch(lost), heartbeatMs)
    const close = (): Promise<void> => {
      clearInterval(heartbeat)
      return client.end()
    }
    return { client, query, close }
  }

  const publisher = keepConnected<Line>({ open: connect, shut: (line) => line.close(), onLost })

  const publish = batchLoader(
    async (messages: string[]) => {
      const line = await publisher.current()
      if (line === undefined) throw new StoreUnavailable('database', new Error('The bus is not connected'))
      try {
        await line.query({
          name: 'bus-publish',
          // Numbered, because PostgreSQL delivers identical notifications of one transaction only once.
          text: "SELECT pg_notify($1, place || ' ' || message) FROM unnest($2::text[]) WITH ORDINALITY AS sent (message, place)",
          values: [channel, messages],
        })
        return messages.map(() => 'sent')
      } catch (error) {
        throw error instanceof pg.DatabaseError && !isUnreachable(error)
          ? error
          : new StoreUnavailable('database', error)
      }
    },
    { maxBatch: 100 },
  )

  return createLinkedBus({
    open: async (deliver, lost) => {
      const line = await connect(lost)
      line.client.on('notification', ({ payload = '' }) => {
        const end = payload.indexOf('\n')
        deliver(payload.slice(payload.indexOf(' ') + 1, end), payload.slice(end + 1))
      })
      await line.query({ text: `LISTEN ${channel}` }).catch(async (error: unknown) => {
        await line.close()
        throw error
      })
      return { follow: async () => undefined, unfollow: async () => undefined, close: line.close }
    },
    send: async (topic, text) => {
      await publish(`${topic}\n${text}`)
    },
    close: publisher.close,
    onLost,
    onError,
  })
}
