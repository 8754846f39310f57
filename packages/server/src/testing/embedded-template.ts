import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { inject } from 'vitest'

const run = promisify(execFile)

/** A migrated database for a folder. Its thousand files are copied by the system: fs.cp takes ten times as long. */
export const copyEmbeddedTemplate = async (folder: string): Promise<void> => {
  await run('cp', ['-R', `${inject('embeddedTemplate')}/.`, folder])
}
