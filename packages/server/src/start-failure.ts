import { ConfigMistakes } from './config.ts'
import { FolderInUse } from './platform/database/embedded/folder-lock.ts'
import { isUnreachable } from './platform/database/failures.ts'
import { isStorageFull, StorageFull } from './platform/disk/storage-full.ts'
import { unavailableStore } from './platform/store-unavailable.ts'

const sentences: Record<string, string> = {
  EADDRINUSE: 'The port is in use by another program. Stop it, or set PORT to another number.',
  EACCES: 'The port or the data folder may not be used by this user. Set PORT or DATA_DIR to one that may.',
  EADDRNOTAVAIL: 'This machine has no such address. Set HOST to one that it has.',
}

/** Why the service did not start, in lines that a person can act on; a stack only for faults of ours. */
export const describeStartFailure = (error: unknown): string[] => {
  if (error instanceof ConfigMistakes) return [...error.mistakes]
  if (error instanceof FolderInUse) return [error.message]
  if (unavailableStore(error) === 'embeddings endpoint') {
    return [
      'The embeddings endpoint at EMBEDDINGS_URL does not answer as it should. Start it, correct the address, or leave EMBEDDINGS_URL out.',
    ]
  }
  if (isStorageFull(error)) {
    const says =
      error instanceof StorageFull ? error.message : 'There is no space left for the database or the data folder.'
    return [`${says} Free some space, or set DATA_DIR to a folder on another disk.`]
  }
  const { code, syscall, stack } = error as { code?: string; syscall?: string; stack?: string }
  const sentence = code === undefined ? undefined : sentences[code]
  if (sentence !== undefined) return [sentence]
  if (isUnreachable(error) && syscall !== 'open') {
    return [`The database at DATABASE_URL does not answer (${code ?? 'no code'}). Start it, or correct the address.`]
  }
  return [stack ?? String(error)]
}
