import { ConfigMistakes } from './config.ts'
import { FolderInUse } from './platform/database/embedded/folder-lock.ts'
import { isUnreachable } from './platform/database/failures.ts'
import { isStorageFull, StorageFull } from './platform/disk/storage-full.ts'
import { unavailableStore } from './platform/store-unavailable.ts'

const sentences: Record<string, string> = {
  EADDRINUSE: 'The port is in use by another program. Stop it, or set PORT to another number.',
  EACCES: 'This user does not have permission to use the port or the data folder. Set PORT or DATA_DIR to another one.',
  EADDRNOTAVAIL: 'This machine does not have the address in HOST. Set HOST to one of its addresses.',
}

/** Why the service did not start, in lines that an operator can act on; with a stack only for defects. */
export const describeStartFailure = (error: unknown): string[] => {
  if (error instanceof ConfigMistakes) return [...error.mistakes]
  if (error instanceof FolderInUse) return [error.message]
  if (unavailableStore(error) === 'embeddings endpoint') {
    return [
      'The embeddings endpoint at EMBEDDINGS_URL does not respond as expected. Start it, correct the address, or remove EMBEDDINGS_URL.',
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
    return [`The database at DATABASE_URL does not respond (${code ?? 'no code'}). Start it, or correct the address.`]
  }
  return [stack ?? String(error)]
}
