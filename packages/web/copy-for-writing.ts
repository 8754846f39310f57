import type { Plugin } from 'vite'

const mark = '?writing'

/**
 * The library for tables reads and writes them in one module. The page would load the half that writes with the memo,
 * because the editor needs it: so the editor, which few readers load, has its own copy.
 */
export const copyForWriting = (): Plugin => ({
  name: 'copy-for-writing',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (importer === undefined) return null
    const isWritten = source === 'mdast-util-gfm-table' && /\/memo\/src\/document\//.test(importer)
    const isPart = importer.endsWith(mark) && source.startsWith('.')
    if (!isWritten && !isPart) return null
    const found = await this.resolve(source, importer.replace(mark, ''), { ...options, skipSelf: true })
    return found && `${found.id}${mark}`
  },
})
