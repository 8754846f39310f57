// Rebuilds on changes and restarts the service.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { removeBundles } from './bundle-workers.mjs'
import { prepare, root } from './toolchain.mjs'

prepare()
// Nothing bundles again on changes, so that threads load the compiled modules.
removeBundles()

const watchers = [
  [
    root,
    ['node_modules/typescript/bin/tsc', '-b', '--watch', '--preserveWatchOutput', 'packages/server', 'packages/client'],
  ],
  [join(root, 'packages/web'), [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--watch', '--logLevel', 'warn']],
  // The service lists the page's files at startup, so it must also restart when the page changes.
  [
    root,
    [
      '--watch',
      '--watch-preserve-output',
      '--watch-path=packages/server/dist',
      '--watch-path=packages/contract/dist',
      '--watch-path=packages/workbook-reader/dist',
      '--watch-path=packages/engine/dist',
      '--watch-path=packages/facts/dist',
      '--watch-path=packages/memo/dist',
      '--watch-path=packages/paper/dist',
      '--watch-path=packages/messages/dist',
      '--watch-path=packages/fastapi-validation/dist',
      '--watch-path=packages/web/dist',
      'packages/server/dist/main.js',
    ],
  ],
].map(([cwd, args]) => spawn(process.execPath, args, { cwd, stdio: 'inherit' }))

const stop = () => {
  for (const watcher of watchers) watcher.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const watcher of watchers) watcher.on('exit', stop)
