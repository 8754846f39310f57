// What a backup is made of, for each kind of store. Both kinds leave a folder that the other commands can read.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../toolchain.mjs'

export class Refusal extends Error {}

const blobs = 'blobs'
const dump = 'database.dump'
const manifest = 'backup.json'
/** Of a data folder everything but what belongs to a running process. */
const passing = new Set(['locks', 'run'])

/** The connection goes to the tools by their environment: arguments can be read by everybody on the machine. */
const connectionOf = (databaseUrl) => {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl)
  const parts = {
    PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get('sslmode') ?? '',
  }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== ''))
}

const tool = (name, args, databaseUrl) => {
  const { status, error, stderr, stdout } = spawnSync(name, args, {
    encoding: 'utf8',
    env: { ...process.env, ...connectionOf(databaseUrl) },
    maxBuffer: 64 * 1024 * 1024,
  })
  if (error?.code === 'ENOENT') throw new Refusal(`${name} is not installed. It comes with PostgreSQL's client tools.`)
  if (error) throw error
  if (status !== 0) throw new Refusal(`${name} failed: ${stderr.trim()}`)
  return stdout
}

const isEmpty = async (folder) =>
  !existsSync(folder) || (await readdir(folder)).filter((name) => !passing.has(name)).length === 0

const requireEmpty = async (folder) => {
  if (!(await isEmpty(folder))) throw new Refusal(`${folder} is not empty. Name a new folder.`)
}

const copyFolder = async (from, to) => {
  if (existsSync(from))
    await cp(from, to, { recursive: true, errorOnExist: true, force: false, preserveTimestamps: true })
}

/** Nobody writes into the folder meanwhile, and none may start to. */
const holding = async (folder, work) => {
  const { lockFolder } = await import(
    pathToFileURL(join(root, 'packages/server/dist/platform/database/embedded/folder-lock.js')).href
  )
  await mkdir(folder, { recursive: true })
  const lock = await lockFolder(folder)
  try {
    return await work()
  } finally {
    await lock.release()
  }
}

const entriesOf = async (folder) => (await readdir(folder)).filter((name) => !passing.has(name))

/** Blobs are named by what is in them, so a damaged one is found by reading it. */
const damagedBlobs = async (folder) => {
  if (!existsSync(folder)) return []
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name),
  )
  const damaged = []
  for (const file of files) {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(join(file.parentPath ?? file.path, file.name))) hash.update(chunk)
    if (hash.digest('hex') !== file.name) damaged.push(file.name)
  }
  return damaged
}

const versionOf = async () => JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version

/** Writes a backup of the service that the environment describes into a new folder. */
export const backUp = async ({ databaseUrl, dataDir }, target) => {
  await requireEmpty(target)
  await mkdir(target, { recursive: true, mode: 0o700 })
  if (databaseUrl === undefined) {
    if (await isEmpty(dataDir)) throw new Refusal(`${dataDir} holds no data. Is DATA_DIR right?`)
    await holding(dataDir, async () => {
      for (const name of await entriesOf(dataDir)) await copyFolder(join(dataDir, name), join(target, 'data', name))
    })
  } else {
    tool('pg_dump', ['--format=custom', '--no-owner', `--file=${join(target, dump)}`], databaseUrl)
    // After the dump: a blob that it names is there by then, and one too many does no harm.
    await copyFolder(join(dataDir, blobs), join(target, blobs))
  }
  const kind = databaseUrl === undefined ? 'embedded' : 'postgresql'
  // Written last: a folder without it is a backup that was cut off.
  await writeFile(
    join(target, manifest),
    `${JSON.stringify({ kind, version: await versionOf(), made_at: new Date().toISOString() }, null, 2)}\n`,
  )
}

/** Puts a backup into an empty database or an empty folder; anything that is there already stays as it is. */
export const restore = async ({ databaseUrl, dataDir }, source) => {
  if (!existsSync(join(source, manifest))) throw new Refusal(`${source} is no finished backup: it has no ${manifest}.`)
  const { kind } = JSON.parse(await readFile(join(source, manifest), 'utf8'))
  const wanted = databaseUrl === undefined ? 'embedded' : 'postgresql'
  if (kind !== wanted) throw new Refusal(`The backup is of the kind ${kind}, and the environment says ${wanted}.`)
  const stored = kind === 'embedded' ? join(source, 'data', blobs) : join(source, blobs)
  const damaged = await damagedBlobs(stored)
  if (damaged.length > 0)
    throw new Refusal(`The backup is damaged: ${damaged.length} files are not what they were, such as ${damaged[0]}.`)
  if (kind === 'embedded') {
    await requireEmpty(dataDir)
    await holding(dataDir, () => copyFolder(join(source, 'data'), dataDir))
    return
  }
  const tables = tool(
    'psql',
    ['-XAtc', "select count(*) from pg_tables where schemaname not in ('pg_catalog', 'information_schema')"],
    databaseUrl,
  )
  if (tables.trim() !== '0') throw new Refusal('The database is not empty. Make a new one and set DATABASE_URL to it.')
  await requireEmpty(join(dataDir, blobs))
  await copyFolder(join(source, blobs), join(dataDir, blobs))
  try {
    tool(
      'pg_restore',
      [
        '--no-owner',
        '--exit-on-error',
        '--single-transaction',
        `--dbname=${connectionOf(databaseUrl).PGDATABASE}`,
        join(source, dump),
      ],
      databaseUrl,
    )
  } catch (error) {
    await rm(join(dataDir, blobs), { recursive: true, force: true })
    throw error
  }
}
