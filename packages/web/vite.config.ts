import { basename } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compiledMessages } from './compiled-messages.ts'
import { compressedFiles } from './compressed-files.ts'
import { copyForWriting } from './copy-for-writing.ts'
import { layerOrder } from './layer-order.ts'
import { leanOperations } from './lean-operations.ts'
import { pdfFiles } from './pdf-files.ts'

const { SERVICE_URL: service = 'http://127.0.0.1:8080' } = process.env
const siteStyles = 'src/styles/site.css'
const foundation = /node_modules\/(react|react-dom|scheduler|@tanstack)\//
/** What several pages of a deal share: one file compresses better, and is fetched faster, than a dozen tiny ones. */
const dealShared =
  /src\/(pages\/canvas\/(comments\/(thread\/format-comment|place-of)|attention|deal-layout|live\/deal-live)|deal-data\/(canvas-query|contradictions|facts-query|numbers|model-query)|features\/(comments\/(?!anchored|use-document-comments)[\w/-]+|documents\/passage-link|drafts\/kept-draft|facts\/document-link|organization\/(org-query|use-provider-model)|workbook-grid\/wrong-cell)|messages\/(applied|comments|facts)|ripple)\.tsx?$/
/** Small parts that most pages have. Larger ones, such as charts, stay with the pages that show them. */
const commonParts =
  /src\/(format\/[\w-]+|ui\/(card|day|field|field-frame|fields-of|form-dialog|list-skeleton|format-metric|note|relative-time|row-menu|score-band|score-ring|format-time|unverified|use-focus-on-wrong|use-now|use-debounced)|session\/(attempts|is-busy))\.tsx?$/

const scopedName = (local: string, file: string): string => `${basename(file, '.module.css')}__${local}`

export default defineConfig({
  base: '/app/',
  plugins: [
    react(),
    layerOrder(),
    tailwindcss(),
    leanOperations(),
    compiledMessages(),
    copyForWriting(),
    pdfFiles(),
    compressedFiles(),
  ],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  // Readable in the inspector: thread__top is the class top of thread.module.css.
  css: { modules: { generateScopedName: scopedName } },
  build: {
    outDir: 'dist',
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // The content policy forbids inline code and data: fonts; a small asset must stay a file.
    assetsInlineLimit: 0,
    // The public site is written by the service, which finds its style sheet by this list.
    manifest: true,
    // What every page needs and what seldom changes stays in people's caches when the app changes.
    // Named one by one: a library of a single page must not be loaded with the first.
    rolldownOptions: {
      input: ['index.html', siteStyles],
      output: {
        codeSplitting: {
          groups: [
            { name: 'foundation', test: foundation },
            { name: 'shared', test: (id) => dealShared.test(id) || commonParts.test(id) },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: service, ws: true }, '/healthz': service } },
})
