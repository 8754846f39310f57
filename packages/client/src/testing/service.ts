import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  method: string
  /** As sent over the wire, including encoding and query. */
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export interface Reply {
  status?: number
  json?: unknown
  text?: string
  headers?: Record<string, string>
}

export type Answer = (request: Received) => Reply | Promise<Reply>

/** A real HTTP server on a free port that mocks the service: it records requests and responds as configured. */
export const playService = async (answer: Answer) => {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const got = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
    received.push(got)
    const { status = 200, json, text, headers } = await answer(got)
    response.writeHead(status, headers)
    response.end(text ?? (json === undefined ? '' : JSON.stringify(json)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    received,
    count: (path: string) => received.filter(({ url }) => url === path).length,
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
}

/** A mock service with one user that issues the access tokens t1, t2 … on request. */
export const playAccounts = (userId = 'u1') => {
  const state = { issued: 0, good: '', refresh: (): Reply | undefined => undefined }
  const issue = (id = userId): Reply => {
    state.issued += 1
    state.good = `t${state.issued}`
    const user = { id, display_name: 'Maya Okafor', email: 'maya@example.com', avatar_url: '', provider: 'password' }
    return { json: { access_token: state.good, user, expires_in_minutes: 60 } }
  }
  const answer: Answer = ({ url, headers }) => {
    if (url === '/api/auth/login') return issue()
    if (url === '/api/auth/refresh') return state.refresh() ?? issue()
    if (headers.authorization !== `Bearer ${state.good}`) return refused(401, 'token_expired')
    if (url === '/api/auth/logout') return { status: 204 }
    return { json: { display_name: 'Maya Okafor' } }
  }
  return { state, issue, answer }
}

export const refused = (status: number, code: string, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  json: { detail: `Refused: ${code}`, code },
})
