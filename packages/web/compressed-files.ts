import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(?:js|css|html|svg|json|map)$/
/** Smaller ones fit into the first packets as they are. */
const leastBytes = 1_024

const withBrotli = (content: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  })

const withGzip = (content: Buffer): Promise<Buffer> => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION })

/** Writes a Brotli and a gzip copy next to each file at build time, so that the service does not compress per request. */
export const compressedFiles = (): Plugin => ({
  name: 'compressed-files',
  apply: 'build',
  async writeBundle({ dir }) {
    if (dir === undefined) throw new Error('The page is built into a folder')
    const entries = await readdir(dir, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
    for (const { parentPath, name } of files) {
      const path = join(parentPath, name)
      const content = await readFile(path)
      if (content.length < leastBytes) continue
      await writeFile(`${path}.br`, await withBrotli(content))
      await writeFile(`${path}.gz`, await withGzip(content))
    }
  },
})
