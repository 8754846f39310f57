import { bearerProtocolPrefix, type ClientFrame, liveProtocol } from '@deal-canvas/contract'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import { portOf } from './listening.ts'

// biome-ignore lint/suspicious/noExplicitAny: what a test reads of a frame is what it then asserts
export type Heard = any

interface Opening extends ClientOptions {
  /** Subprotocols to send instead of the correct ones. */
  protocols?: string[]
}

/** A client of the live channel that records everything it receives. */
export const openLive = async (
  app: FastifyInstance,
  dealId: string,
  token: string,
  { protocols = [liveProtocol, `${bearerProtocolPrefix}${token}`], ...options }: Opening = {},
) => {
  const url = `ws://127.0.0.1:${await portOf(app)}/api/canvas/${encodeURIComponent(dealId)}/live`
  const socket = new WebSocket(url, protocols, options)
  const heard: Heard[] = []
  socket.on('message', (data) => heard.push(JSON.parse(data.toString())))
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }))
  })
  const refused = await new Promise<{ status: number; body: Heard } | undefined>((resolve, reject) => {
    socket.once('open', () => resolve(undefined))
    socket.once('unexpected-response', (_request, response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text === '' ? '' : JSON.parse(text) }))
    })
    socket.once('error', reject)
  })

  return {
    socket,
    heard,
    refused,
    closed,
    say: (frame: ClientFrame | Record<string, unknown> | string): void =>
      socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    /** Waits for the first frame of a type that matches, and returns it. */
    hears: async (type: string, matches: (frame: Heard) => boolean = () => true): Promise<Heard> => {
      const find = () => heard.find((frame) => frame.type === type && matches(frame))
      await expect.poll(find, { message: `a frame ${type}`, interval: 5, timeout: 30_000 }).toBeDefined()
      return find()
    },
    events: (): Heard[] => heard.filter(({ type }) => type === 'event'),
    leave: async (): Promise<void> => {
      socket.close()
      await closed
    },
  }
}

export type LiveClient = Awaited<ReturnType<typeof openLive>>
