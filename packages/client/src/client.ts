import {
  type AnswerOf,
  dealEvents,
  type LoginResponse,
  liveChannel,
  login,
  logout,
  notificationStream,
  type Operation,
  refresh,
} from '@deal-canvas/contract'
import { ApiError } from './api-error.ts'
import type { CallArguments } from './call-input.ts'
import type { StreamedEvent } from './event-stream.ts'
import { createHeldSession, endsSession } from './held-session.ts'
import type { LiveChannel, LiveHandlers } from './live.ts'
import { openLiveChannel } from './live-channel.ts'
import type { SocketConstructor } from './live-socket.ts'
import { type NotificationHandlers, openNotificationChannel } from './notification-channel.ts'
import { requestUrl } from './request-url.ts'
import { createSend, type Message } from './send.ts'
import { createSleeper } from './sleeper.ts'

export interface ClientOptions {
  /** Where the service is; empty for the page's own origin. */
  baseUrl: string
  fetch?: typeof globalThis.fetch
  /** For `live`, where there is none by nature: Node before 22. */
  webSocket?: SocketConstructor
  /**
   * Lets one call with the refresh cookie run at a time, where others share the cookie: tabs of a browser. Two answers
   * that crossed could leave the cookie that the service has given up.
   */
  inTurn?: <T>(work: () => Promise<T>) => Promise<T>
  /** The session came to an end without signOut being asked for. */
  onSignedOut?: () => void
}

export interface Client {
  /** The answer of an operation, or an ApiError. */
  call<Op extends Operation>(operation: Op, ...input: CallArguments<Op>): Promise<AnswerOf<Op>>
  /**
   * The server-sent events of an operation that answers with them. Ends where the service ends it; what it breaks off,
   * or what is cut, throws an ApiError. Aborting, or leaving the loop, stops the work behind it.
   */
  stream<Op extends Operation>(operation: Op, ...input: CallArguments<Op>): AsyncIterable<StreamedEvent>
  /** The bytes of an operation that answers with a file. */
  download<Op extends Operation>(operation: Op, ...input: CallArguments<Op>): Promise<Blob>
  signIn(email: string, password: string): Promise<LoginResponse>
  /** Goes on with the session that another operation opened: registering, a mailed link. */
  enter(answer: LoginResponse): LoginResponse
  /** Goes on with the session of the refresh cookie; undefined when there is none. */
  restore(): Promise<LoginResponse | undefined>
  /** Ends the session. When the service does not answer it throws, for the session is then still open. */
  signOut(): Promise<void>
  /** Follows a deal until it is closed: comes back after cuts, loses nothing, tells nothing twice. */
  live(dealId: string, handlers: LiveHandlers): LiveChannel
  /** Follows one's own notifications in the same way. */
  notifications(handlers: NotificationHandlers): { close(): void }
  /** The service can be reached again: whoever waits for the next try tries now. */
  wake(): void
}

const usesCookie = ({ access: { kind } }: Operation): boolean => kind === 'refresh_cookie'

const needsNoToken = ({ access: { kind } }: Operation): boolean => kind === 'public' || kind === 'refresh_cookie'

export const createClient = ({
  baseUrl,
  fetch = globalThis.fetch,
  webSocket = globalThis.WebSocket,
  inTurn = (work) => work(),
  onSignedOut,
}: ClientOptions): Client => {
  const send = createSend(baseUrl, fetch)
  const sleeper = createSleeper()

  const ask = <Op extends Operation>(operation: Op, message: Message = {}, token?: string): Promise<AnswerOf<Op>> =>
    // The one place where an answer of the service is taken at its word.
    (usesCookie(operation)
      ? inTurn(() => send.answer(operation, message, token))
      : send.answer(operation, message, token)) as Promise<AnswerOf<Op>>

  const session = createHeldSession({ exchange: () => ask(refresh), onSignedOut })

  const withToken = <T>(operation: Operation, act: (token?: string) => Promise<T>): Promise<T> =>
    needsNoToken(operation) ? act() : session.use(act)

  const call: Client['call'] = (operation, ...[input]) =>
    withToken(operation, (token) => ask(operation, input ?? {}, token))

  async function* stream(operation: Operation, message: Message = {}): AsyncGenerator<StreamedEvent, void, undefined> {
    yield* await withToken(operation, (token) => send.events(operation, message, token))
  }

  return {
    call,
    stream: (operation, ...[input]) => stream(operation, input),
    download: (operation, ...[input]) => withToken(operation, (token) => send.file(operation, input ?? {}, token)),
    signIn: async (email, password) => session.hold(await ask(login, { body: { email, password } })),
    enter: session.hold,
    restore: async () => {
      try {
        return session.hold(await ask(refresh))
      } catch (error) {
        if (endsSession(error)) return undefined
        throw error
      }
    },
    signOut: async () => {
      if (!session.isOpen()) return
      try {
        await call(logout)
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 401)) throw error
      }
      session.forget()
    },
    live: (dealId, handlers) => {
      if (webSocket === undefined) throw new TypeError('There is no WebSocket here: give one as `webSocket`')
      const params = { deal_id: dealId }
      return openLiveChannel(
        {
          Socket: webSocket,
          url: socketUrl(requestUrl(baseUrl, liveChannel.path, params)),
          session,
          read: (query) => call(dealEvents, { params, query }),
          sleeper,
        },
        handlers,
      )
    },
    notifications: (handlers) =>
      openNotificationChannel(
        { session, sleeper, stream: (lastEventId, signal) => stream(notificationStream, { lastEventId, signal }) },
        handlers,
      ),
    wake: sleeper.wake,
  }
}

/** Not every browser takes a relative address, or one of http, for a socket. */
const socketUrl = (url: string): string => {
  const absolute = new URL(url, globalThis.location?.href)
  absolute.protocol = absolute.protocol === 'https:' ? 'wss:' : 'ws:'
  return absolute.href
}
