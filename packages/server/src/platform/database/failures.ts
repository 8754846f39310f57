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

/** SQLSTATE: connection exceptions, too many connections, shutdown, start-up, and a statement over its time. */
const unreachableStates = /^(08...|53300|57P0[123]|57014)$/

const sayings =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/

/** Whether an error of the driver says that the database cannot be reached, rather than that a statement is wrong. */
export const isUnreachable = (error: unknown): boolean => {
  const code = codeOf(error)
  if (code !== undefined && (socketCodes.has(code) || unreachableStates.test(code))) return true
  return (
    error instanceof Error && (sayings.test(error.message) || (error.cause !== undefined && isUnreachable(error.cause)))
  )
}

/** Deadlock or serialization failure: the same work may well succeed at once. */
export const isConflict = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === '40001' || code === '40P01'
}

/** A unique index said no; the name tells which rule. */
export const violatedIndex = (error: unknown): string | undefined => {
  if (codeOf(error) !== '23505') return undefined
  const { constraint, cause } = error as { constraint?: string; cause?: unknown }
  return constraint ?? violatedIndex(cause)
}
