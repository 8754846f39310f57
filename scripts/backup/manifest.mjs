// Lists every file of a backup, so that a restore can verify that all are present before it changes anything.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

export const manifest = 'backup.json'

const digestOf = async (path) => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

/** Every file in a folder, recursively, except the manifest, with size and hash. */
export const describeFiles = async (folder) => {
  const files = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name)
    const name = relative(folder, path).split(sep).join('/')
    if (entry.isFile() && name !== manifest)
      files.push({ path: name, size: (await stat(path)).size, sha256: await digestOf(path) })
  }
  return files
}

/** Listed files that are missing, and files whose content has changed. */
export const compareFiles = async (folder, listed) => {
  const missing = []
  const damaged = []
  for (const { path, size, sha256 } of listed) {
    const file = join(folder, path)
    if (!existsSync(file)) missing.push(path)
    else if ((await stat(file)).size !== size || (await digestOf(file)) !== sha256) damaged.push(path)
  }
  return { missing, damaged }
}

/** Blobs are named by their content hash, so a damaged one is detected without a manifest. */
export const damagedBlobs = async (folder) => {
  if (!existsSync(folder)) return []
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name),
  )
  const damaged = []
  for (const file of files)
    if ((await digestOf(join(file.parentPath ?? file.path, file.name))) !== file.name) damaged.push(file.name)
  return damaged
}
