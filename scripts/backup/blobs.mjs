// The blobs of a service, in the object store that its environment names or in a folder, and copies between them.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../toolchain.mjs'
import { Refusal } from './refusal.mjs'

const atOnce = 8

const built = (path) => import(pathToFileURL(join(root, 'packages/server/dist/platform', path)).href)

/** Runs `work` with the object store of BLOBS_URL, or with undefined if there is none. */
export const withObjectStore = async (dataDir, work) => {
  const { BLOBS_URL, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = process.env
  if (!BLOBS_URL) return work(undefined)
  const [{ readBlobsUrl, blobsUrlForm }, { createObjectBlobs }, { systemSleep }] = await Promise.all([
    built('blobs/blobs-url.js'),
    built('blobs/object-blobs.js'),
    built('clock.js'),
  ])
  const place = readBlobsUrl(BLOBS_URL)
  if (place === undefined) throw new Refusal(`BLOBS_URL ${blobsUrlForm}`)
  if (!accessKeyId || !secretAccessKey)
    throw new Refusal('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are required with BLOBS_URL')
  const store = await createObjectBlobs({
    place: { ...place, accessKeyId, secretAccessKey },
    tempFolder: join(dataDir, 'blobs', 'temp'),
    sleep: systemSleep,
  })
  try {
    return await work(store)
  } catch (error) {
    if (error?.name !== 'StoreUnavailable') throw error
    throw new Refusal(`${error.message}: ${error.cause?.message ?? ''}. Run the command again: it continues.`)
  } finally {
    await store.close()
  }
}

/** Runs `work` with the blobs in a folder. */
export const withFolder = async (folder, work) => {
  const { createFolderBlobs } = await built('blobs/folder-blobs.js')
  const result = await work(await createFolderBlobs({ folder }))
  await rm(join(folder, 'temp'), { recursive: true, force: true })
  return result
}

const copyBlob = async (from, to, { sha256, size }) => {
  if ((await to.size(sha256)) === size) return false
  const content = await from.open(sha256)
  // Deleted since it was listed: nothing refers to it.
  if (content === undefined) return false
  await to.put(content, {
    maxBytes: size,
    beforeNaming: async (read) => {
      if (read.sha256 !== sha256) throw new Refusal(`The file ${sha256} is damaged: its content has another hash.`)
    },
  })
  return true
}

/**
 * Copies the blobs that the target does not have; each is read whole and its hash compared. If interrupted, it continues
 * where it stopped. Returns how many were copied and how many were there already.
 */
export const copyBlobs = async (from, to) => {
  const counts = { copied: 0, present: 0 }
  for await (const page of from.list())
    for (let start = 0; start < page.length; start += atOnce) {
      const copied = await Promise.all(page.slice(start, start + atOnce).map((blob) => copyBlob(from, to, blob)))
      for (const isCopied of copied) counts[isCopied ? 'copied' : 'present'] += 1
    }
  return counts
}
