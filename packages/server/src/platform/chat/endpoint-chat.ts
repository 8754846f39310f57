import { BodyTooLarge, readBoundedBody } from '../bounded-body.ts'
import { readBoundedJson } from '../bounded-json.ts'
import type { Sleep } from '../clock.ts'
import { type Chat, type ChatAnswer, ChatFailure, type ChatRequest, estimateTokens } from './chat.ts'

interface Endpoint {
  url: string
  model: string
  key: string | undefined
  sleep: Sleep
  /** For tests. */
  deadlineMs?: number
}

const usualDeadlineMs = 60_000
const maxResponseBytes = 1024 * 1024
const maxRetries = 2
const firstPauseMs = 1_000
const maxPauseMs = 10_000

/** Always below the configured address; nothing that a model or a document says becomes part of it. */
const completionsUrl = (base: string): URL => {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/chat/completions`
  return url
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const tokens = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : otherwise

const answerIn = (body: string, { system, user }: ChatRequest): ChatAnswer => {
  const read = readBoundedJson(body, { maxBytes: maxResponseBytes, maxDepth: 16 })
  const value = read.ok ? read.value : undefined
  const choices = isObject(value) ? value['choices'] : undefined
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined
  const message = isObject(first) ? first['message'] : undefined
  const text = isObject(message) ? message['content'] : undefined
  if (typeof text !== 'string') throw new ChatFailure('malformed')
  const usage = isObject(value) && isObject(value['usage']) ? value['usage'] : {}
  return {
    text,
    promptTokens: tokens(usage['prompt_tokens'], estimateTokens(system + user)),
    answerTokens: tokens(usage['completion_tokens'], estimateTokens(text)),
  }
}

/** How long the endpoint asks to wait, else twice as long each time. */
const pauseBefore = (retry: number, retryAfter: string | null): number => {
  const asked = retryAfter !== null && /^\d{1,5}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : undefined
  return Math.min(maxPauseMs, asked ?? firstPauseMs * 2 ** retry * (0.75 + Math.random() / 2))
}

/** An endpoint with an OpenAI-compatible API. The deadline covers all attempts together. */
export const createEndpointChat = ({ url, model, key, sleep, deadlineMs = usualDeadlineMs }: Endpoint): Chat => {
  const address = completionsUrl(url)

  const post = (request: ChatRequest, signal: AbortSignal): Promise<Response> =>
    fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({
        model,
        messages: [
          { role: 'system', content: request.system },
          { role: 'user', content: request.user },
        ],
        max_tokens: request.maxAnswerTokens,
        temperature: 0,
        stream: false,
      }),
      signal,
      // Another address could be one inside the network of the service.
      redirect: 'error',
    })

  const attempt = async (request: ChatRequest, signal: AbortSignal): Promise<ChatAnswer> => {
    for (let retry = 0; ; retry++) {
      const response = await post(request, signal)
      if (response.ok) return answerIn(await readBoundedBody(response, maxResponseBytes), request)
      const retryAfter = response.headers.get('retry-after')
      await response.body?.cancel()
      const isBusy = response.status === 429 || response.status >= 500
      if (!isBusy || retry >= maxRetries) throw new ChatFailure(isBusy ? 'busy' : 'refused', response.status)
      await sleep(pauseBefore(retry, retryAfter), signal)
    }
  }

  return {
    model,
    complete: async (request, signal) => {
      const deadline = AbortSignal.timeout(deadlineMs)
      try {
        return await attempt(request, signal === undefined ? deadline : AbortSignal.any([signal, deadline]))
      } catch (error) {
        if (signal?.aborted === true) throw signal.reason
        if (error instanceof ChatFailure) throw error
        if (error instanceof BodyTooLarge) throw new ChatFailure('too_large')
        // Errors of fetch can quote headers and addresses.
        throw new ChatFailure(deadline.aborted ? 'timeout' : 'unreachable')
      }
    },
  }
}
