// npm run copy-blobs -- to-store|to-folder: copies the files between DATA_DIR/blobs and the object store of BLOBS_URL.
import { join, resolve } from 'node:path'
import { prepare } from '../toolchain.mjs'
import { copyBlobs, withFolder, withObjectStore } from './blobs.mjs'
import { Refusal } from './refusal.mjs'

const [direction] = process.argv.slice(2)
if (direction !== 'to-store' && direction !== 'to-folder') {
  console.error('Name a direction: npm run copy-blobs -- to-store, or npm run copy-blobs -- to-folder')
  process.exit(2)
}

prepare()
const dataDir = resolve(process.env.DATA_DIR ?? './data')
try {
  const { copied, present } = await withObjectStore(dataDir, (store) => {
    if (store === undefined) throw new Refusal('Set BLOBS_URL to the object store.')
    return withFolder(join(dataDir, 'blobs'), (folder) =>
      direction === 'to-store' ? copyBlobs(folder, store) : copyBlobs(store, folder),
    )
  })
  console.log(`Copied ${copied} files; ${present} were there already.`)
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exit(1)
}
