import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { inject } from 'vitest'

const run = promisify(execFile)

/**
 * Copies a migrated database into a folder. Uses `cp` for its thousand files, because fs.cp takes ten times as long.
 */
export const copyEmbeddedTemplate = async (folder: string): Promise<void> => {
  await run('cp', ['-R', `${inject('embeddedTemplate')}/.`, folder])
}
