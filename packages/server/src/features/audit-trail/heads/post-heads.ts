import { setTimeout as sleep } from 'node:timers/promises'
import { backoffMs } from '../../../platform/connections/backoff.ts'
import type { presentHead } from '../verification/signed-head.ts'

interface Deps {
  url: string
  onError(error: unknown): void
  /** The delay before the next attempt, in milliseconds. */
  pause?: (failures: number) => number
  /** How long queued heads can still be sent during shutdown. */
  graceMs?: number
}

type ShownHead = ReturnType<typeof presentHead>

const maxWaiting = 1_000
const maxAttempts = 8
const deadlineMs = 10_000

/**
 * Sends signed heads to an external timestamp service, one at a time and in order. Nothing waits for it: a head that
 * cannot be sent is reported, and is in the log anyway.
 */
export const createPostHeads = ({ url, onError, pause = backoffMs, graceMs = 2_000 }: Deps) => {
  const closing = new AbortController()
  const waiting: ShownHead[] = []
  let sending: Promise<void> | undefined

  const send = async (head: ShownHead): Promise<void> => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(head),
      redirect: 'error',
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(deadlineMs)]),
    })
    // The response body is not needed and could be large.
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`The timestamp service answered ${answer.status}`)
  }

  const sendAll = async (): Promise<void> => {
    for (let head = waiting.shift(); head !== undefined; head = waiting.shift()) {
      for (let failures = 0; !closing.signal.aborted; ) {
        try {
          await send(head)
          break
        } catch (error) {
          failures += 1
          if (failures >= maxAttempts) {
            onError(error)
            break
          }
          await sleep(pause(failures), undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
        }
      }
    }
    sending = undefined
  }

  return {
    post: (head: ShownHead): void => {
      if (waiting.length >= maxWaiting) {
        onError(new Error('Too many audit trail heads wait for the timestamp service'))
        return
      }
      waiting.push(head)
      sending ??= sendAll()
    },
    /** Gives queued heads a short time to be sent. */
    close: async (): Promise<void> => {
      const timer = setTimeout(() => closing.abort(), graceMs)
      await sending
      clearTimeout(timer)
    },
  }
}
