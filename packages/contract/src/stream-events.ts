import { model, type Static, text } from './schema.ts'

/** Can end any stream: an error after its first event. */
export const StreamError = model(
  {
    code: text({ description: 'One of the codes of errors.', examples: ['workers_busy'] }),
    detail: text({ description: 'A sentence for a person.', examples: ['The server is busy; please retry'] }),
  },
  { title: 'StreamError' },
)

/** Can end any stream: the session or token ended, or the service is shutting down. */
export const StreamEnd = model(
  { reason: text({ description: 'Why the service ended the stream.', examples: ['token_expired'] }) },
  { title: 'StreamEnd' },
)

/** Events that can end any stream, in addition to those that its operation lists. */
export const endingEvents = { error: StreamError, bye: StreamEnd } as const

export type EndingEvent = {
  [Name in keyof typeof endingEvents]: { readonly event: Name; readonly data: Static<(typeof endingEvents)[Name]> }
}[keyof typeof endingEvents]
