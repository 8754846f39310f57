import { bearerProtocolPrefix, type ClientFrame, liveProtocol, type ServerFrame } from '@deal-canvas/contract'

/** The part of WebSocket that we use: the browser's, Node's, or that of a package. */
interface Socket {
  readonly readyState: number
  send(text: string): void
  close(): void
  addEventListener(type: 'open', listener: () => void): void
  addEventListener(type: 'error', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: { code: number; reason: string }) => void): void
}
export type SocketConstructor = new (url: string, protocols: string[]) => Socket

export interface SocketEnd {
  code: number
  reason: string
  /** False if the connection was rejected or the server was unreachable. */
  opened: boolean
}

interface LiveSocketOptions {
  Socket: SocketConstructor
  url: string
  token: string
  /** The first frame to send. */
  first: ClientFrame
  hear(frame: ServerFrame): void
}

/** A connection that is silent for this long is pinged … */
const quietMs = 25_000
/** … and has this long to reply. Neither a machine going to sleep nor leaving a network breaks a socket. */
const answerMs = 10_000
const freshMs = 5_000
/** Maximum time from opening the socket to the first message. */
const openingMs = 20_000

const openState = 1

/** One connection of the live channel. It is guaranteed to end, even if the other side vanishes silently. */
export const openLiveSocket = ({ Socket, url, token, first, hear }: LiveSocketOptions) => {
  const socket = new Socket(url, [liveProtocol, `${bearerProtocolPrefix}${token}`])
  let opened = false
  let over = false
  let heardAt = 0
  let isAsked = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let resolveEnd: (end: SocketEnd) => void
  const ended = new Promise<SocketEnd>((resolve) => {
    resolveEnd = resolve
  })

  const end = (code: number, reason: string): void => {
    if (over) return
    over = true
    clearTimeout(timer)
    socket.close()
    resolveEnd({ code, reason, opened })
  }
  const say = (frame: ClientFrame): void => {
    if (!over && socket.readyState === openState) socket.send(JSON.stringify(frame))
  }
  const within = (ms: number, act: () => void): void => {
    clearTimeout(timer)
    timer = setTimeout(act, ms)
  }
  const ping = (): void => {
    isAsked = true
    say({ type: 'ping' })
    within(answerMs, () => end(1006, 'silent'))
  }

  within(openingMs, () => end(1006, 'silent'))
  socket.addEventListener('open', () => {
    if (over) return socket.close()
    opened = true
    heardAt = Date.now()
    say(first)
  })
  socket.addEventListener('message', ({ data }) => {
    if (over) return
    heardAt = Date.now()
    isAsked = false
    within(quietMs, ping)
    const frame = readFrame(data)
    if (frame === undefined) end(1006, 'unreadable')
    else hear(frame)
  })
  // A close event with the details follows.
  socket.addEventListener('error', () => undefined)
  socket.addEventListener('close', ({ code, reason }) => end(code, reason))

  return {
    say,
    /** Pings the other side, unless a message arrived recently: too many messages would get the channel closed. */
    doubt: (): void => {
      if (opened && !over && !isAsked && Date.now() - heardAt >= freshMs) ping()
    },
    close: () => end(1000, 'closed'),
    ended,
  }
}

export type LiveSocket = ReturnType<typeof openLiveSocket>

const readFrame = (data: unknown): ServerFrame | undefined => {
  try {
    const frame: unknown = JSON.parse(String(data))
    // The only place where a frame is trusted without validation.
    return typeof frame === 'object' && frame !== null && 'type' in frame ? (frame as ServerFrame) : undefined
  } catch {
    return undefined
  }
}
