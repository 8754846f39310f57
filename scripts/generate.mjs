// Writes generated files: the OpenAPI description and docs/EVENTS.md from the contract, SQL migrations from the tables.
// With --check it writes nothing and fails on any difference.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describeEvents } from './describe-events.mjs'
import { prepare, root } from './toolchain.mjs'

const args = process.argv.slice(2)
const checking = args.includes('--check')
const named = args.find((arg) => arg.startsWith('--name='))?.slice('--name='.length)

prepare()
const drift = []

const put = (file, wanted) => {
  const path = join(root, file)
  if (!checking) return writeFileSync(path, wanted)
  if (readFileSync(path, 'utf8') !== wanted) drift.push(`${file} differs from the contract`)
}

const generateFromContract = async () => {
  const load = (name) => import(pathToFileURL(join(root, `packages/contract/dist/${name}.js`)).href)
  const { auditEventAreas, auditEvents, describeApi } = await load('index')
  const { operations } = await load('operations')
  put('packages/contract/openapi.json', `${JSON.stringify(describeApi(operations), null, 2)}\n`)
  put('docs/EVENTS.md', describeEvents(auditEvents, auditEventAreas))
}

const generateMigrations = () => {
  const server = join(root, 'packages/server')
  const committed = join(server, 'migrations')
  const copy = mkdtempSync(join(tmpdir(), 'deal-canvas-migrations-'))
  const target = checking ? copy : committed
  if (checking) cpSync(committed, copy, { recursive: true })
  const drizzle = join(root, 'node_modules/drizzle-kit/bin.cjs')
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [drizzle, 'generate', ...(named === undefined ? [] : ['--name', named])],
    // drizzle-kit expects a path relative to its working directory.
    { cwd: server, encoding: 'utf8', env: { ...process.env, MIGRATIONS_OUT: relative(server, target) } },
  )
  const added = checking ? readdirSync(copy).filter((name) => !readdirSync(committed).includes(name)) : []
  rmSync(copy, { recursive: true, force: true })
  if (status !== 0) throw new Error(stderr || stdout)
  if (added.length > 0) drift.push('packages/server/migrations lacks a migration for the tables as they are')
}

await generateFromContract()
generateMigrations()
if (drift.length > 0) {
  console.error(`${drift.join('\n')}\nRun npm run generate and commit what it writes.`)
  process.exit(1)
}
