import { type DestinationStream, type Logger, pino } from 'pino'

/** Keys whose values never reach a log, wherever they stand in what is logged. */
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

/** Query parameters hold people's text and would stand in the message and detail of a database error. */
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

/** A typed query lists its parameters after its text; the database quotes them where they were no good (SQLSTATE 22...). */
const withoutData = (message: string, code: unknown): string => {
  const [text = ''] = message.split('\nparams:')
  return String(code).startsWith('22') ? text.replace(/".*"/s, '"[hidden]"') : text
}
