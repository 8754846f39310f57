import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressedFiles } from './compressed-files.ts'
import { leanOperations } from './lean-operations.ts'

const { SERVICE_URL: service = 'http://127.0.0.1:8080' } = process.env
const siteStyles = 'src/styles/site.css'
const foundation = /node_modules\/(react|react-dom|scheduler|@tanstack)\//
/** What several pages of a deal share: one file compresses better, and is fetched faster, than a dozen tiny ones. */
const dealShared =
  /pages\/canvas\/(comments\/(put-comment|comment-lists|in-words|place-of|what-i-may|kept-draft|same-key)|canvas-query|model-query|live\/deal-live)\.ts/

export default defineConfig({
  base: '/app/',
  plugins: [react(), tailwindcss(), leanOperations(), compressedFiles()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
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
            { name: 'deal-shared', test: dealShared },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: service, ws: true }, '/healthz': service } },
})
