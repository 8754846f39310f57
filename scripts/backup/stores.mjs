// Creates and restores backups, for both the embedded database and PostgreSQL.
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
/** Entries of a data folder that belong to a running process and are not backed up. */
const passing = new Set(['locks', 'run'])

/** Passes the connection to the tools through their environment: every user on the machine can read arguments. */
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

/** Asynchronous, because the connection that holds the blob lock must stay responsive. */
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

/** Runs `work` while the folder is locked, so that no service is writing to it or can start on it. */
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

/** Returns the blobs that the dump references but the folder lacks: they were lost before this backup. */
const backUpPostgres = ({ databaseUrl, dataDir }, target) =>
  withoutCollection(databaseUrl, async (client) => {
    const { snapshot, named } = await openSnapshot(client)
    const file = `--file=${join(target, dump)}`
    await tool('pg_dump', ['--format=custom', '--no-owner', `--snapshot=${snapshot}`, file], databaseUrl)
    await client.query('COMMIT')
    // After the dump, so that every referenced blob already exists; an extra blob does no harm.
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
    if (await isEmpty(dataDir)) throw new Refusal(`${dataDir} contains no data. Check DATA_DIR.`)
    await holding(dataDir, async () => {
      for (const name of await entriesOf(dataDir)) await copyFolder(join(dataDir, name), join(target, 'data', name))
    })
  } else missing = await backUpPostgres({ databaseUrl, dataDir }, target)
  const kind = databaseUrl === undefined ? 'embedded' : 'postgresql'
  const about = { kind, version: await versionOf(), made_at: new Date().toISOString() }
  // Written last: a folder without a manifest is an incomplete backup.
  const files = await describeFiles(target)
  await writeFile(join(target, manifest), `${JSON.stringify({ ...about, missing_blobs: missing, files }, null, 2)}\n`)
  if (missing.length === 0) return
  console.error(
    `Warning: ${missing.length} files that the database refers to are not in ${join(dataDir, blobs)}, such as ${missing[0]}. They were lost before this backup.`,
  )
}

const some = (names) => `${names.length} (such as ${names[0]})`

/** Verifies the whole backup before anything is changed. */
const requireWhole = async (source, { kind, files, missing_blobs: lost = [] }, { acceptMissing }) => {
  if (files === undefined) {
    // Written by a version without a file list: damaged blobs can be detected, missing ones cannot.
    const damaged = await damagedBlobs(kind === 'embedded' ? join(source, 'data', blobs) : join(source, blobs))
    if (damaged.length > 0) throw new Refusal(`The backup is damaged: files have changed: ${some(damaged)}.`)
    return
  }
  const { missing, damaged } = await compareFiles(source, files)
  if (damaged.length > 0) throw new Refusal(`The backup is damaged: files have changed: ${some(damaged)}.`)
  if (missing.length > 0) throw new Refusal(`The backup is incomplete: files are missing: ${some(missing)}.`)
  if (lost.length > 0 && !acceptMissing)
    throw new Refusal(
      `The backup is incomplete: files of documents that were lost before it was made: ${some(lost)}. Use an older backup, or add --accept-missing to restore without them.`,
    )
}

/** Restores a backup into an empty database or folder; existing data is never overwritten. */
export const restore = async ({ databaseUrl, dataDir }, source, options) => {
  if (!existsSync(join(source, manifest)))
    throw new Refusal(`${source} is not a complete backup: ${manifest} is missing.`)
  const about = JSON.parse(await readFile(join(source, manifest), 'utf8'))
  const { kind } = about
  const wanted = databaseUrl === undefined ? 'embedded' : 'postgresql'
  if (kind !== wanted)
    throw new Refusal(`The backup is of type ${kind}, but the environment is configured for ${wanted}.`)
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
  if (tables.trim() !== '0')
    throw new Refusal('The database is not empty. Create a new one and set DATABASE_URL to it.')
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
