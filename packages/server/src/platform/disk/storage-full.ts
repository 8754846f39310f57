/** There is no space left. Whoever meets it is told to come back; nothing half-written stays. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull'
}

/** No space, no quota, a file at its limit; and what PostgreSQL says of its own disk (SQLSTATE disk_full). */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])

/** Also where a library has wrapped it. */
export const isStorageFull = (error: unknown): boolean => {
  if (error instanceof StorageFull) return true
  if (!(error instanceof Error)) return false
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return (typeof code === 'string' && fullCodes.has(code)) || isStorageFull(cause)
}
