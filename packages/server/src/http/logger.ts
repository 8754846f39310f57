import { type DestinationStream, type Logger, pino } from 'pino'

/** Keys whose values are never logged, at any depth. */
const secretKeys = [
  'password',
  'current_password',
  'new_password',
  'temporary_password',
  'token',
  'access_token',
  'accessToken',
  'refreshToken',
  'code',
  'authorization',
  'cookie',
  'set-cookie',
  'secret',
]

export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      redact: {
        paths: secretKeys.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]),
        censor: '[hidden]',
      },
      serializers: { err: describeError },
    },
    destination ?? pino.destination(2),
  )

/**
 * Keeps query parameters out of the log: they contain user text and appear in the message and detail of database
 * errors.
 */
const describeError = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: withoutData(error.message, code),
    stack: error.stack?.split('\n').filter((line) => line.trimStart().startsWith('at ')),
    ...(code === undefined ? {} : { errorCode: code }),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

const maxMessage = 1_000

/**
 * Drizzle lists the parameters after the query text, the database quotes invalid values (SQLSTATE 22...), and parsers
 * quote their input. Mail servers repeat addresses in their replies.
 */
const withoutData = (message: string, code: unknown): string => {
  const [text = ''] = message.split('\nparams:')
  const short = text.slice(0, maxMessage)
  const isOfDatabase = /^[0-9A-Z]{5}$/.test(String(code)) && !String(code).startsWith('22')
  return withoutAddresses(isOfDatabase ? short : short.replace(/".*"/s, '"[hidden]"'))
}

/** Replaces each address, because logs outlive an erasure. */
const withoutAddresses = (text: string): string =>
  text.replaceAll(/[^\s<>"'(),;:]+/g, (word) => (word.includes('@') ? '[address]' : word))

/** The path of a request as it is logged: with ids, but without names, keys or addresses that users chose. */
export const loggedPath = (url: string, route: string | undefined, params: unknown): string => {
  const parts = (route?.includes(':') ? route : (url.split('?')[0] ?? '')).split('/')
  const given = new Map(Object.entries(params ?? {}))
  const logged = parts.map((part) => {
    if (!part.startsWith(':')) return /@|%40/i.test(part) ? '[hidden]' : part
    const name = part.slice(1)
    return name.endsWith('_id') ? String(given.get(name)) : `{${name}}`
  })
  return logged.join('/')
}
