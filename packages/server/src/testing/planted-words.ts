import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { inspect } from 'node:util'
import type { TestService } from './service.ts'

/** Skipped: the files of the embedded database keep erased bytes until they are overwritten; see docs/OPERATIONS.md. */
const databaseFolder = 'db'

const inFull = { depth: 10, maxStringLength: null, maxArrayLength: null, breakLength: Number.POSITIVE_INFINITY }

interface Found {
  word: string
  where: string
}

/** Every encoding in which a word could be stored. */
const formsOf = (word: string): string[] => {
  const bytes = Buffer.from(word)
  return [
    word,
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, '').slice(0, -2),
    encodeURIComponent(word),
  ]
}

const lookIn = (where: string, text: string, words: readonly string[]): Found[] => {
  const lower = text.toLowerCase()
  return words
    .filter((word) => formsOf(word).some((form) => lower.includes(form.toLowerCase())))
    .map((word) => ({ word, where }))
}

async function* tableRows(app: TestService): AsyncIterable<[where: string, text: string]> {
  const tables = await app.sql<{ table_name: string }>(
    "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  )
  for (const { table_name: table } of tables)
    for (const { row } of await app.sql<{ row: string }>(`SELECT row_to_json(t)::text AS row FROM "${table}" t`))
      yield [`table ${table}`, row]
}

async function* redisKeys({ redis: place }: TestService): AsyncIterable<[where: string, text: string]> {
  if (place === undefined) return
  const { redis, prefix } = place
  const read: Record<string, (key: string) => string[]> = {
    string: (key) => ['GET', key],
    hash: (key) => ['HGETALL', key],
    set: (key) => ['SMEMBERS', key],
    zset: (key) => ['ZRANGE', key, '0', '-1'],
    list: (key) => ['LRANGE', key, '0', '-1'],
  }
  for await (const keys of redis.scan(`${prefix}*`))
    for (const key of keys) {
      const type = String(await redis.command(key, ['TYPE', key]))
      const command = read[type]?.(key)
      const value = command === undefined ? '' : await redis.command(key, command)
      yield [`redis ${key}`, `${key} ${inspect(value, inFull)}`]
    }
}

async function* files({ dataDir }: TestService): AsyncIterable<[where: string, text: string]> {
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(dataDir, path)
    if (!entry.isFile() || name.split('/')[0] === databaseFolder) continue
    yield [`file ${name}`, `${name} ${await readFile(path, 'latin1')} ${await readFile(path, 'utf8')}`]
  }
}

/** Finds planted words in every row of every table, every key of Redis, every file and every line of the log. */
export const findPlanted = async (
  app: TestService,
  words: readonly string[],
  logged: readonly string[],
): Promise<Found[]> => {
  const found: Found[] = []
  for (const places of [tableRows, redisKeys, files])
    for await (const [where, text] of places(app)) found.push(...lookIn(where, text, words))
  for (const line of logged) found.push(...lookIn(`log ${line}`, line, words))
  return found
}
