/** The disk is full. The caller is asked to retry later; no partial write is left behind. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull'
}

/** No space, quota exceeded, file size limit, and PostgreSQL's own disk_full (SQLSTATE). */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])

/** Recognizes the error even if a library has wrapped it. */
export const isStorageFull = (error: unknown): boolean => {
  if (error instanceof StorageFull) return true
  if (!(error instanceof Error)) return false
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return (typeof code === 'string' && fullCodes.has(code)) || isStorageFull(cause)
}
