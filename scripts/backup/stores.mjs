// What a backup is made of, for each kind of store. Both kinds leave a folder that the other commands can read.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { root } from '../toolchain.mjs'
import { compareFiles, damagedBlobs, describeFiles, manifest } from './manifest.mjs'
import { openSnapshot, withoutCollection } from './postgres.mjs'

export class Refusal extends Error {}

const blobs = 'blobs'
const dump = 'database.dump'
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

const run = promisify(execFile)

/** Not in one go: the connection that keeps blobs from being deleted must stay awake meanwhile. */
const tool = async (name, args, databaseUrl) => {
  const options = { env: { ...process.env, ...connectionOf(databaseUrl) }, maxBuffer: 64 * 1024 * 1024 }
  try {
    return (await run(name, args, options)).stdout
  } catch (error) {
    if (error.code === 'ENOENT') throw new Refusal(`${name} is not installed. It comes with PostgreSQL's client tools.`)
    throw new Refusal(`${name} failed: ${String(error.stderr).trim()}`)
  }
}

const isEmpty = async (folder) =>
  !existsSync(folder) || (await readdir(folder)).filter((name) => !passing.has(name)).length === 0

const requireEmpty = async (folder) => {
  if (!(await isEmpty(folder))) throw new Refusal(`${folder} is not empty. Name a new folder.`)
}

const copyFolder = async (from, to, filter = () => true) => {
  if (existsSync(from))
    await cp(from, to, { recursive: true, errorOnExist: true, force: false, preserveTimestamps: true, filter })
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

const blobPath = (sha256) => join(blobs, sha256.slice(0, 2), sha256.slice(2, 4), sha256)

const versionOf = async () => JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version

/** Answers the blobs that the dump names and that are not in the folder: they were lost before. */
const backUpPostgres = ({ databaseUrl, dataDir }, target) =>
  withoutCollection(databaseUrl, async (client) => {
    const { snapshot, named } = await openSnapshot(client)
    const file = `--file=${join(target, dump)}`
    await tool('pg_dump', ['--format=custom', '--no-owner', `--snapshot=${snapshot}`, file], databaseUrl)
    await client.query('COMMIT')
    // After the dump: a blob that it names is there by then, and one too many does no harm.
    await copyFolder(
      join(dataDir, blobs),
      join(target, blobs),
      (path) => !path.startsWith(join(dataDir, blobs, 'temp')),
    )
    return named.filter((sha256) => !existsSync(join(target, blobPath(sha256))))
  })

/** Writes a backup of the service that the environment describes into a new folder. */
export const backUp = async ({ databaseUrl, dataDir }, target) => {
  await requireEmpty(target)
  await mkdir(target, { recursive: true, mode: 0o700 })
  let missing = []
  if (databaseUrl === undefined) {
    if (await isEmpty(dataDir)) throw new Refusal(`${dataDir} holds no data. Is DATA_DIR right?`)
    await holding(dataDir, async () => {
      for (const name of await entriesOf(dataDir)) await copyFolder(join(dataDir, name), join(target, 'data', name))
    })
  } else missing = await backUpPostgres({ databaseUrl, dataDir }, target)
  const kind = databaseUrl === undefined ? 'embedded' : 'postgresql'
  const about = { kind, version: await versionOf(), made_at: new Date().toISOString() }
  // Written last: a folder without it is a backup that was cut off.
  const files = await describeFiles(target)
  await writeFile(join(target, manifest), `${JSON.stringify({ ...about, missing_blobs: missing, files }, null, 2)}\n`)
  if (missing.length === 0) return
  console.error(
    `Warning: ${missing.length} files that the database names are not in ${join(dataDir, blobs)}, such as ${missing[0]}. They were lost before this backup.`,
  )
}

const some = (names) => `${names.length} (such as ${names[0]})`

/** Read in full before anything is changed. */
const requireWhole = async (source, { kind, files, missing_blobs: lost = [] }, { acceptMissing }) => {
  if (files === undefined) {
    // Of a version before the list: what is missing cannot be known, what is damaged can.
    const damaged = await damagedBlobs(kind === 'embedded' ? join(source, 'data', blobs) : join(source, blobs))
    if (damaged.length > 0)
      throw new Refusal(`The backup is damaged: files that are not what they were: ${some(damaged)}.`)
    return
  }
  const { missing, damaged } = await compareFiles(source, files)
  if (damaged.length > 0)
    throw new Refusal(`The backup is damaged: files that are not what they were: ${some(damaged)}.`)
  if (missing.length > 0) throw new Refusal(`The backup is incomplete: files that are missing: ${some(missing)}.`)
  if (lost.length > 0 && !acceptMissing)
    throw new Refusal(
      `The backup is incomplete: files of documents that were lost before it was made: ${some(lost)}. Use an older backup, or add --accept-missing to restore without them.`,
    )
}

/** Puts a backup into an empty database or an empty folder; anything that is there already stays as it is. */
export const restore = async ({ databaseUrl, dataDir }, source, options) => {
  if (!existsSync(join(source, manifest))) throw new Refusal(`${source} is no finished backup: it has no ${manifest}.`)
  const about = JSON.parse(await readFile(join(source, manifest), 'utf8'))
  const { kind } = about
  const wanted = databaseUrl === undefined ? 'embedded' : 'postgresql'
  if (kind !== wanted) throw new Refusal(`The backup is of the kind ${kind}, and the environment says ${wanted}.`)
  await requireWhole(source, about, options)
  if (kind === 'embedded') {
    await requireEmpty(dataDir)
    await holding(dataDir, () => copyFolder(join(source, 'data'), dataDir))
    return
  }
  const tables = await tool(
    'psql',
    ['-XAtc', "select count(*) from pg_tables where schemaname not in ('pg_catalog', 'information_schema')"],
    databaseUrl,
  )
  if (tables.trim() !== '0') throw new Refusal('The database is not empty. Make a new one and set DATABASE_URL to it.')
  await requireEmpty(join(dataDir, blobs))
  await copyFolder(join(source, blobs), join(dataDir, blobs))
  try {
    await tool(
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
