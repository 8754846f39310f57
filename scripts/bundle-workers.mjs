// Bundles the compiled code of the worker threads into one file each: a thread loads 700 modules in a second of
// processor time, and their bundle in a fifth of it.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const dist = fileURLToPath(new URL('../packages/server/dist', import.meta.url))

// The embedded database loads its WebAssembly from the folder of its own module.
const isBundled = (path) => path.endsWith('.worker.js') && !path.endsWith('pglite.worker.js')

// Large, and only needed by some tasks, or loaded with files that lie beside it: stays in node_modules.
const external = [
  /^pdfjs-dist/,
  /^@napi-rs\/canvas/,
  /^tesseract\.js-core/,
  /^officecrypto-tool/,
  /^@neslinesli93\/qpdf-wasm/,
  /^@energetic-ai/,
  /^@expo-google-fonts/,
  /^docx/,
  /^fontkit/,
  /^pdfkit/,
]

const workers = () =>
  readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter(isBundled)
    .map((path) => join(dist, path))

const bundleOf = (worker) => worker.replace(/\.js$/, '.bundle.js')

export const bundleWorkers = async () => {
  for (const input of workers()) {
    const bundle = await rolldown({ input, platform: 'node', external, logLevel: 'silent' })
    await bundle.write({ file: bundleOf(input), format: 'esm', codeSplitting: false })
    await bundle.close()
  }
}

export const removeBundles = () => {
  for (const worker of workers()) rmSync(bundleOf(worker), { force: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleWorkers()
