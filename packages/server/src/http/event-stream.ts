import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

export interface StreamEvent {
  event: string
  data: unknown
  id?: string | undefined
}

interface Options {
  response: ServerResponse
  headers: Record<string, string>
  events: AsyncIterable<StreamEvent>
  /** Ends the stream: the client left, the session ended, the token expired, or the service drains. */
  signal: AbortSignal
  /** Interval of comment lines that keep proxies from closing an idle stream. */
  heartbeatMs: number
  /** How long to wait for the first event before the headers are sent without it. */
  maxSilenceMs?: number
  /** Called just before the headers are written; from then on the stream owns the response. */
  onHead: () => void
  /** Describes an error to the client after the stream has started. */
  describe: (error: unknown) => { code: string; detail: string }
}

const frame = ({ event, data, id }: StreamEvent): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * Sends server-sent events and resolves when the stream is over. A slow client slows down the source, because the next
 * event is pulled only when the last one has drained. A client that leaves ends the source.
 */
export const sendEventStream = async (options: Options): Promise<void> => {
  const { response, signal, describe } = options
  const source = options.events[Symbol.asyncIterator]()
  /** Not Promise.race with one long-lived promise: that would retain every event until the stream is over. */
  const orStopped = <Value>(work: Promise<Value>): Promise<Value | 'stopped'> =>
    new Promise((resolve, reject) => {
      const stop = (): void => resolve('stopped')
      if (signal.aborted) stop()
      signal.addEventListener('abort', stop, { once: true })
      work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
    })

  const write = async (text: string): Promise<void> => {
    if (!response.write(text)) await orStopped(once(response, 'drain'))
  }

  let next = source.next()
  const step = async (quietMs = options.heartbeatMs): Promise<IteratorResult<StreamEvent> | 'stopped' | 'quiet'> => {
    if (signal.aborted) return 'stopped'
    const timer = new AbortController()
    const quiet = delay(quietMs, 'quiet' as const, { signal: timer.signal, ref: false }).catch(() => 'quiet' as const)
    return orStopped(Promise.race([next, quiet])).finally(() => timer.abort())
  }

  // Before the headers are written, so that a request rejected here gets an ordinary answer with its status.
  let come = await step(options.maxSilenceMs)
  options.onHead()
  response.writeHead(200, {
    ...options.headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  response.flushHeaders()

  try {
    while (come !== 'stopped' && (come === 'quiet' || come.done !== true)) {
      await write(come === 'quiet' ? ': keep-alive\n\n' : frame(come.value))
      if (come !== 'quiet' && !signal.aborted) next = source.next()
      come = await step()
    }
    if (come === 'stopped' && !response.destroyed) {
      response.write(frame({ event: 'bye', data: { reason: String(signal.reason ?? 'ended') } }))
    }
  } catch (error) {
    if (!signal.aborted) response.write(frame({ event: 'error', data: describe(error) }))
  } finally {
    response.end()
    // Not awaited: a source that is stuck must not hold the connection open. Its signal tells it to stop.
    next.catch(() => undefined)
    void Promise.resolve(source.return?.()).catch(() => undefined)
  }
}
