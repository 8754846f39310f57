// Makes a checkout runnable: checks Node, installs packages and builds. Uses only Node itself, because a fresh clone
// has nothing else.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamps = join(root, 'node_modules', '.cache', 'deal-canvas')

const requireNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Deal Canvas needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

/** Runs a command and exits if it fails. */
export const run = (command, args, options = {}) => {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

/** Runs an installed package's program with the current Node. */
export const bin = (path, args, options) => run(process.execPath, [join(root, 'node_modules', path), ...args], options)

const filesBelow = (path) => {
  if (!existsSync(path)) return []
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}

const hashOf = (paths) => {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0])
  for (const path of paths.toSorted()) hash.update(path).update('\0').update(readFileSync(path))
  return hash.digest('hex')
}

/** Runs `work` unless it already ran on the same inputs and its output still exists. */
const unlessDone = (name, inputs, output, work) => {
  const stamp = join(stamps, `${name}.stamp`)
  const wanted = hashOf(inputs)
  if (existsSync(stamp) && existsSync(output) && readFileSync(stamp, 'utf8') === wanted) return
  rmSync(stamp, { force: true })
  work()
  mkdirSync(stamps, { recursive: true })
  writeFileSync(stamp, wanted)
}

const install = () => {
  const installed = join(root, 'node_modules', '.package-lock.json')
  unlessDone('install', [join(root, 'package-lock.json')], installed, () => {
    console.error('Installing packages. The first time takes about a minute.')
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { shell: process.platform === 'win32' })
  })
}

const sourcesOf = (name) => {
  const folder = join(root, 'packages', name)
  const own = [
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
    'lean-operations.ts',
    'compiled-messages.ts',
    'source-edits.ts',
    'compressed-files.ts',
    'index.html',
  ].map((file) => join(folder, file))
  const isShipped = (path) => !/(\.test\.tsx?|\.contract\.ts)$|\/(testing|fixtures)\//.test(path)
  return [...own.filter(existsSync), ...filesBelow(join(folder, 'src')), ...filesBelow(join(folder, 'public'))].filter(
    isShipped,
  )
}

const build = () => {
  const shared = ['package-lock.json', 'tsconfig.base.json'].map((file) => join(root, file))
  const service = [
    'contract',
    'messages',
    'workbook-reader',
    'engine',
    'facts',
    'memo',
    'paper',
    'fastapi-validation',
    'client',
    'server',
  ]
  unlessDone('service', [...shared, ...service.flatMap(sourcesOf)], join(root, 'packages/server/dist/main.js'), () => {
    console.error('Building the service, step 1 of 2')
    bin('typescript/bin/tsc', ['-b', ...service.map((name) => `packages/${name}`)])
    run(process.execPath, [join(root, 'scripts/bundle-workers.mjs')])
  })
  unlessDone(
    'page',
    [...shared, ...['contract', 'messages', 'memo', 'client', 'web'].flatMap(sourcesOf)],
    join(root, 'packages/web/dist/index.html'),
    () => {
      console.error('Building the page, step 2 of 2')
      bin('vite/bin/vite.js', ['build', '--logLevel', 'warn'], { cwd: join(root, 'packages/web') })
    },
  )
}

/** Installs packages and builds everything, skipping what is up to date. */
export const prepare = () => {
  requireNode()
  install()
  build()
}
