import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare, root } from './toolchain.mjs'

// npm and its shell die of a signal without handing it on: an orphan would go on holding the port and the data folder.
// The parent is remembered before anything slow, because npm may be stopped while the service starts.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}

prepare()
// Stderr, as all that the preparation says: stdout is the service's own.
process.stderr.write('Starting the service. The first start creates the database and the demo deals.\n')
// In this very process, so that a signal reaches the service itself.
await import(pathToFileURL(join(root, 'packages/server/dist/main.js')).href)
