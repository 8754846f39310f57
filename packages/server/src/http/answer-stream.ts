import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../domain-error.ts'
import { describeTo } from './describe-to.ts'
import { type StreamEvent, sendEventStream } from './event-stream.ts'
import type { OpenStreams } from './open-streams.ts'

interface Answering {
  request: FastifyRequest
  reply: FastifyReply
  /** Aborts the source; its handler holds the signal. */
  end: AbortController
  streams: Pick<OpenStreams, 'add'>
  maxSilenceMs?: number | undefined
}

const heartbeatMs = 10_000

/** Streams events until the source, the client, the session, the token or the service ends. */
export const answerStream = async (
  events: AsyncIterable<StreamEvent>,
  { request, reply, end, streams, maxSilenceMs = heartbeatMs }: Answering,
): Promise<void> => {
  // A HEAD request has no body to stream to, and nothing would ever end the source.
  if (request.method === 'HEAD') {
    reply.type('text/event-stream; charset=utf-8').send()
    return
  }
  const { signal, forget } = streams.add(request.actor ?? refuse('not_authenticated'))
  signal.addEventListener('abort', () => end.abort(signal.reason), { once: true })
  try {
    const headers = Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]))
    await sendEventStream({
      response: reply.raw,
      headers,
      events,
      signal: end.signal,
      heartbeatMs,
      maxSilenceMs,
      describe: describeTo(request),
      onHead: () => reply.hijack(),
    })
  } finally {
    forget()
  }
}
