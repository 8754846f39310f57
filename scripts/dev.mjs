// Rebuilds what changes and restarts the service after it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { prepare, root } from './toolchain.mjs'

prepare()

const watchers = [
  [
    root,
    ['node_modules/typescript/bin/tsc', '-b', '--watch', '--preserveWatchOutput', 'packages/server', 'packages/client'],
  ],
  [join(root, 'packages/web'), [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--watch', '--logLevel', 'warn']],
  // The service lists the page's files when it starts, so it follows the page too.
  [
    root,
    [
      '--watch',
      '--watch-preserve-output',
      '--watch-path=packages/server/dist',
      '--watch-path=packages/contract/dist',
      '--watch-path=packages/engine/dist',
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
