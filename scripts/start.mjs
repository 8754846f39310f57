import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare, root } from './toolchain.mjs'

// npm and its shell exit on a signal without forwarding it: an orphan would keep the port and the data folder occupied.
// The parent is recorded before any slow work, because npm can be stopped while the service starts.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}

prepare()
// To stderr, like all setup output: stdout belongs to the service.
process.stderr.write('Starting the service. The first start creates the database and the demo deals.\n')
// In this process, so that signals reach the service directly.
await import(pathToFileURL(join(root, 'packages/server/dist/main.js')).href)
