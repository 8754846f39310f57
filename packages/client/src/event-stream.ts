import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { ApiError, networkError, unreadableAnswer } from './api-error.ts'

/** One server-sent event. */
export interface StreamedEvent {
  readonly event: string
  readonly data: unknown
  readonly id: string | undefined
}

/** The service sends something at least every 10 s: a connection that is silent for longer is dead. */
const maxSilenceMs = 35_000

/** Far above the size of any event; beyond it the sender is not the service. */
const maxEventLength = 16 * 1024 * 1024

/**
 * Yields the events of a response as they arrive. Completes only if the service ended the stream deliberately; a stream
 * that was interrupted throws an ApiError, so that a part is never mistaken for the whole.
 */
export async function* readEvents(response: Response): AsyncGenerator<StreamedEvent, void, undefined> {
  if (response.body === null || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
    throw unreadableAnswer(response.status)
  }
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  const heard: EventSourceMessage[] = []
  let fault: Error | undefined
  const parser = createParser({
    maxBufferSize: maxEventLength,
    onEvent: (message) => heard.push(message),
    onError: (error) => {
      // An unknown field, or a retry value that is not a number, is ignored, as the standard requires: a newer service
      // may
      // send more than this client understands.
      if (error.type === 'max-buffer-size-exceeded') fault ??= error
    },
  })
  for (;;) {
    const { done, value } = await soon(reader.read())
    if (done) return
    parser.feed(decoder.decode(value, { stream: true }))
    for (const message of heard.splice(0)) yield understood(message, response.status)
    if (fault !== undefined) throw unreadableAnswer(response.status, fault)
  }
}

const soon = async <T>(read: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(networkError(new Error('The stream fell silent'))), maxSilenceMs)
  })
  try {
    return await Promise.race([read, silence])
  } finally {
    clearTimeout(timer)
  }
}

const understood = ({ event = 'message', data, id }: EventSourceMessage, status: number): StreamedEvent => {
  const value = parse(data, status)
  if (event === 'error' || event === 'bye') throw brokenOff(value)
  return { event, data: value, id }
}

const parse = (text: string, status: number): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw unreadableAnswer(status, cause)
  }
}

const brokenOff = (value: unknown): ApiError => {
  const { code, detail, reason }: Partial<Record<string, unknown>> = { ...(typeof value === 'object' ? value : {}) }
  return new ApiError({
    status: 0,
    code: String(code ?? reason ?? 'internal'),
    detail: String(detail ?? 'The service broke the stream off'),
  })
}
