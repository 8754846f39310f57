import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What was posted to a receiver. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of a message is what it then asserts
  message: any
}

/** How a receiver treats a request; without an answer, the request hangs. */
type React = (received: Received, answer: ServerResponse) => void

export const accept: React = (_, answer) => void answer.writeHead(204).end()
export const failWith =
  (status: number, headers: Record<string, string> = {}): React =>
  (_, answer) =>
    void answer.writeHead(status, headers).end('Not now')

/** A receiver of webhooks on this machine. */
export const startReceiver = async (port = 0) => {
  const received: Received[] = []
  const accepted: Received[] = []
  const state = { react: accept }
  const server = createServer(async (request, answer) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const item = { path: request.url ?? '', headers: request.headers, body, message: JSON.parse(body) }
    received.push(item)
    answer.once('finish', () => {
      if (answer.statusCode < 300) accepted.push(item)
    })
    state.react(item, answer)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Every request, and those that were answered with success. */
    received,
    accepted,
    reactWith: (react: React): void => {
      state.react = react
    },
    forget: (): void => {
      received.length = 0
      accepted.length = 0
      state.react = accept
    },
    stop: async (): Promise<void> => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>
