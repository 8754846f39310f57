import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const { resolve } = createRequire(import.meta.url)
const packageFile = resolve('pdfjs-dist/package.json')
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }

/** Fonts, character maps and decoders by folder. The decoders compiled to WebAssembly are not allowed to run. */
const wanted: Record<string, RegExp> = {
  cmaps: /\.bcmap$/,
  standard_fonts: /\.(?:pfb|ttf)$/,
  wasm: /_nowasm_fallback\.js$/,
}

/** Puts the files that pdf.js loads by name beside the page; the version in their path lets browsers keep them. */
export const pdfFiles = (): Plugin => ({
  name: 'pdf-files',
  apply: 'build',
  generateBundle() {
    for (const [part, name] of Object.entries(wanted)) {
      const from = join(dirname(packageFile), part)
      for (const file of readdirSync(from).filter((entry) => name.test(entry)))
        this.emitFile({
          type: 'asset',
          fileName: `assets/pdfjs-${version}/${part}/${file}`,
          source: readFileSync(join(from, file)),
        })
    }
  },
})
