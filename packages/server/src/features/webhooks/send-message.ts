import type { WebhookFailure } from '@deal-canvas/contract'
import type { Clock } from '../../platform/clock.ts'
import { type FetchFailure, type GuardedFetch, GuardedFetchError } from '../../platform/outbound/guarded-fetch.ts'
import type { Sealing } from '../../platform/sealed.ts'
import { readRetryAfter } from './retry-schedule.ts'
import { signatureHeaders } from './sign-message.ts'

interface Deps {
  fetch: GuardedFetch
  sealing: Sealing
  now: Clock
}

/** What a target is reached and signed with. */
export interface Receiver {
  url: string
  secret: string
  formerSecret: string | null
  formerSecretUntil: Date | null
}

/** What became of one attempt. */
export interface Outcome {
  isDelivered: boolean
  /** The receiver wants no more events. */
  isGone: boolean
  /** Null: there was no answer. */
  statusCode: number | null
  failure: WebhookFailure | null
  retryAfterMs: number | undefined
}

const failures: Record<FetchFailure, WebhookFailure> = {
  not_a_url: 'address',
  not_https: 'address',
  credentials: 'address',
  port: 'address',
  address: 'address',
  unresolved: 'unresolved',
  timeout: 'timeout',
  aborted: 'unreachable',
  unreachable: 'unreachable',
  bad_answer: 'bad_answer',
  too_large: 'bad_answer',
}

const failed = (failure: WebhookFailure): Outcome => ({
  isDelivered: false,
  isGone: false,
  statusCode: null,
  failure,
  retryAfterMs: undefined,
})

export type SendMessage = ReturnType<typeof createSendMessage>

/** Posts one signed message. Only the status of the answer is used. */
export const createSendMessage =
  ({ fetch, sealing, now }: Deps) =>
  /** Rejects only when the signal aborts. */
  async (
    { url, secret, formerSecret, formerSecretUntil }: Receiver,
    { id, body }: { id: string; body: string },
    signal: AbortSignal,
  ): Promise<Outcome> => {
    const at = now()
    const isRotating = formerSecret !== null && formerSecretUntil !== null && formerSecretUntil > at
    const sealed = isRotating ? [secret, formerSecret] : [secret]
    const secrets = sealed.map((item) => sealing.open(item))
    if (!secrets.every((item) => item !== undefined)) return failed('secret')
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Deal-Canvas-Webhooks',
          ...signatureHeaders(secrets, { id, at, body }),
        },
        body,
        signal,
      })
      // The rest of the answer is not waited for: a receiver could send it slowly forever.
      await answer.body?.cancel()
      const { status } = answer
      const isRedirect = status >= 300 && status < 400
      return {
        isDelivered: answer.ok,
        isGone: status === 410,
        statusCode: status,
        failure: answer.ok ? null : isRedirect ? 'redirect' : 'status',
        retryAfterMs: readRetryAfter(answer.headers.get('retry-after'), at),
      }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof GuardedFetchError) return failed(failures[error.failure])
      throw error
    }
  }
