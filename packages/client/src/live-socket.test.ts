import type { ServerFrame } from '@deal-canvas/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openLiveSocket } from './live-socket.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A WebSocket whose other side the test controls. */
class PlayedSocket {
  static last: PlayedSocket
  readyState = 0
  readonly sent: string[] = []
  closed = false
  private readonly listeners = new Map<string, (event: never) => void>()
  readonly protocols: string[]
  constructor(_url: string, protocols: string[]) {
    this.protocols = protocols
    PlayedSocket.last = this
  }
  addEventListener(type: string, listener: (event: never) => void): void {
    this.listeners.set(type, listener)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text).type)
  }
  close(): void {
    this.closed = true
  }
  play(type: string, event: object = {}): void {
    if (type === 'open') this.readyState = 1
    this.listeners.get(type)?.(event as never)
  }
}

const given = () => {
  const heard: ServerFrame[] = []
  const socket = openLiveSocket({
    Socket: PlayedSocket,
    url: 'wss://deal-canvas.example/live',
    token: 't1',
    first: { type: 'resume', epoch: 'e', seq: 7 },
    hear: (frame) => heard.push(frame),
  })
  const ended = vi.fn()
  void socket.ended.then(ended)
  return { heard, socket, ended, other: PlayedSocket.last }
}
const pong = { data: '{"type":"pong"}' }

test('sends the token next to the subprotocol, and the resume position as the first frame', () => {
  const { other } = given()
  expect(other.protocols).toEqual(['canvas.v1', 'bearer.t1'])
  expect(other.sent).toEqual([])
  other.play('open')
  expect(other.sent).toEqual(['resume'])
})

test('reports the end of a connection once, with its code and reason', async () => {
  const { other, ended } = given()
  other.play('open')
  other.play('error')
  other.play('close', { code: 4403, reason: 'role_lost' })
  other.play('close', { code: 1006, reason: '' })
  await vi.advanceTimersByTimeAsync(0)
  expect(ended.mock.calls).toEqual([[{ code: 4403, reason: 'role_lost', opened: true }]])
  expect(vi.getTimerCount()).toBe(0)
})

describe('frozen connection', () => {
  test('pings a silent connection and closes it if there is no reply', async () => {
    const { other, ended } = given()
    other.play('open')
    other.play('message', pong)
    await vi.advanceTimersByTimeAsync(25_000)
    expect(other.sent).toEqual(['resume', 'ping'])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(ended).toHaveBeenCalledWith({ code: 1006, reason: 'silent', opened: true })
    expect(other.closed).toBe(true)
  })

  test('keeps a connection open as long as it replies', async () => {
    const { other, ended } = given()
    other.play('open')
    other.play('message', pong)
    for (let minute = 0; minute < 60; minute++) {
      await vi.advanceTimersByTimeAsync(30_000)
      other.play('message', pong)
    }
    expect(ended).not.toHaveBeenCalled()
  })

  test('gives up on a connection that never opens', async () => {
    const { ended } = given()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(ended).toHaveBeenCalledWith({ code: 1006, reason: 'silent', opened: false })
  })

  test('pings at once when the connection is in doubt, unless a message just arrived', async () => {
    const { other, socket, ended } = given()
    other.play('open')
    other.play('message', pong)
    socket.doubt()
    expect(other.sent).toEqual(['resume'])
    await vi.advanceTimersByTimeAsync(5_000)
    socket.doubt()
    await vi.advanceTimersByTimeAsync(9_000)
    socket.doubt()
    expect(other.sent).toEqual(['resume', 'ping'])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ended).toHaveBeenCalled()
  })
})

test('closes the connection on an invalid frame and ignores messages after the end', async () => {
  const { other, heard, ended } = given()
  other.play('open')
  other.play('message', { data: '<html>' })
  other.play('message', pong)
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).toHaveBeenCalledWith({ code: 1006, reason: 'unreadable', opened: true })
  expect(heard).toEqual([])
})
