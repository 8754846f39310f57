const codeOf = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null) return undefined
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return typeof code === 'string' ? code : codeOf(cause)
}

const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
])

/** SQLSTATE codes: connection exceptions, too many connections, shutdown, startup, and statement timeout. */
const unreachableStates = /^(08...|53300|57P0[123]|57014)$/

const sayings =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/

/** True if a driver error means that the database is unreachable, rather than that a statement is wrong. */
export const isUnreachable = (error: unknown): boolean => {
  const code = codeOf(error)
  if (code !== undefined && (socketCodes.has(code) || unreachableStates.test(code))) return true
  return (
    error instanceof Error && (sayings.test(error.message) || (error.cause !== undefined && isUnreachable(error.cause)))
  )
}

/** Deadlock or serialization failure: a retry is likely to succeed. */
export const isConflict = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === '40001' || code === '40P01'
}

/** The name of the violated unique index; undefined for any other error. */
export const violatedIndex = (error: unknown): string | undefined => {
  if (codeOf(error) !== '23505') return undefined
  const { constraint, cause } = error as { constraint?: string; cause?: unknown }
  return constraint ?? violatedIndex(cause)
}
