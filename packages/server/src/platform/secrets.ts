import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'

/** A secret created once and stored in the data folder, readable by its owner only. */
export const keptSecret = async (folder: string, name: string): Promise<string> => {
  const path = join(folder, name)
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (kept !== undefined) return kept.trim()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const secret = randomBytes(48).toString('base64url')
  // Written to a temporary file and renamed: a kill in between must not leave an empty secret, with which anyone could
  // sign.
  const file = await open(`${path}.new`, 'w', 0o600)
  await file.writeFile(`${secret}\n`)
  await file.sync()
  await file.close()
  await rename(`${path}.new`, path)
  return secret
}
