import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const order = readFileSync(new URL('src/styles/layers.css', import.meta.url), 'utf8')

/**
 * Puts the order of the layers before the styles of every component. The browser takes the order from the file that
 * arrives first, and which one that is depends on the page.
 */
export const layerOrder = (): Plugin => ({
  name: 'layer-order',
  enforce: 'pre',
  transform: { filter: { id: /\.module\.css$/ }, handler: (css) => `${order}${css}` },
})
