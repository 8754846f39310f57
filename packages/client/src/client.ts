import {
  type AnswerOf,
  dealEvents,
  type EventOf,
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
import { createHeldSession, endsSession } from './held-session.ts'
import type { LiveChannel, LiveHandlers } from './live.ts'
import { openLiveChannel } from './live-channel.ts'
import type { SocketConstructor } from './live-socket.ts'
import { type NotificationHandlers, openNotificationChannel } from './notification-channel.ts'
import { requestUrl } from './request-url.ts'
import { createSend, type Message } from './send.ts'
import { createSleeper } from './sleeper.ts'

export interface ClientOptions {
  /** Base URL of the service; empty for the page's own origin. */
  baseUrl: string
  fetch?: typeof globalThis.fetch
  /** For `live`, if the platform has no WebSocket: Node before 22. */
  webSocket?: SocketConstructor
  /**
   * Serializes calls that use the refresh cookie if others share it, such as tabs of a browser. Two crossing responses
   * could leave a cookie that the service has already replaced.
   */
  inTurn?: <T>(work: () => Promise<T>) => Promise<T>
  /** Called when the session ended without a call to signOut. */
  onSignedOut?: () => void
}

export interface Client {
  /** Returns the response of an operation, or throws an ApiError. */
  call<Op extends Operation>(operation: Op, ...input: CallArguments<Op>): Promise<AnswerOf<Op>>
  /**
   * The server-sent events of a streaming operation, typed by name. Events unknown to the contract are skipped, because
   * a newer service may send more. Completes when the service ends the stream; a stream that breaks off throws an
   * ApiError. Aborting, or leaving the loop, stops the work on the server.
   */
  stream<Op extends Operation>(operation: Op, ...input: CallArguments<Op>): AsyncIterable<EventOf<Op>>
  /** Returns the bytes of an operation that responds with a file. */
  download<Op extends Operation>(operation: Op, ...input: CallArguments<Op>): Promise<Blob>
  signIn(email: string, password: string): Promise<LoginResponse>
  /** Continues with the session that another operation opened: registration or a mailed link. */
  enter(answer: LoginResponse): LoginResponse
  /** Continues with the session of the refresh cookie; undefined if there is none. */
  restore(): Promise<LoginResponse | undefined>
  /** Ends the session. Throws if the service does not respond, because the session is then still open. */
  signOut(): Promise<void>
  /** Follows a deal until closed: reconnects, misses no event and delivers none twice. */
  live(dealId: string, handlers: LiveHandlers): LiveChannel
  /** Follows the user's own notifications in the same way. */
  notifications(handlers: NotificationHandlers): { close(): void }
  /** Call when the service may be reachable again: pending retries run now. */
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
    // The only place where a response is trusted without validation.
    (usesCookie(operation)
      ? inTurn(() => send.answer(operation, message, token))
      : send.answer(operation, message, token)) as Promise<AnswerOf<Op>>

  const session = createHeldSession({ exchange: () => ask(refresh), onSignedOut })

  const withToken = <T>(operation: Operation, act: (token?: string) => Promise<T>): Promise<T> =>
    needsNoToken(operation) ? act() : session.use(act)

  const call: Client['call'] = (operation, ...[input]) =>
    withToken(operation, (token) => ask(operation, input ?? {}, token))

  async function* stream<Op extends Operation>(
    operation: Op,
    message: Message = {},
  ): AsyncGenerator<EventOf<Op>, void, undefined> {
    for await (const event of await withToken(operation, (token) => send.events(operation, message, token))) {
      // The only place where an event is trusted without validation.
      if (Object.hasOwn(operation.events ?? {}, event.event)) yield event as EventOf<Op>
    }
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

/** Not every browser accepts a relative URL, or an http URL, for a WebSocket. */
const socketUrl = (url: string): string => {
  const absolute = new URL(url, globalThis.location?.href)
  absolute.protocol = absolute.protocol === 'https:' ? 'wss:' : 'ws:'
  return absolute.href
}
