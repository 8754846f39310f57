import { parseStoredJson } from '../../platform/bounded-json.ts'
import type { Database } from '../../platform/database/database.ts'
import { replaceWhole } from '../../platform/whole-words.ts'

/** A column with texts that can mention a person. */
interface Place {
  table: string
  /** The key columns of the table, with their types. */
  keys: readonly (readonly [column: string, type: string])[]
  column: string
  /** Condition for the rows that concern the person `$1`. */
  about: string
  /** Whether the column holds JSON. */
  isJson?: boolean
}

const mentioning = `SELECT id FROM comments WHERE $1 = ANY(mentioned)
  UNION SELECT comment_id FROM comment_replies WHERE $1 = ANY(mentioned)`

const places: readonly Place[] = [
  {
    table: 'comment_revisions',
    keys: [
      ['comment_id', 'uuid'],
      ['version', 'int'],
    ],
    column: 'content',
    about: `comment_id IN (${mentioning})`,
  },
  { table: 'notifications', keys: [['id', 'uuid']], column: 'snippet', about: `comment_id IN (${mentioning})` },
  { table: 'comments', keys: [['id', 'uuid']], column: 'content', about: '$1 = ANY(mentioned)' },
  { table: 'comment_replies', keys: [['id', 'uuid']], column: 'content', about: '$1 = ANY(mentioned)' },
  {
    table: 'idempotency_keys',
    keys: [
      ['user_id', 'uuid'],
      ['path', 'text'],
      ['key', 'text'],
    ],
    column: 'answer',
    about: 'strpos(answer, $1) > 0',
    isJson: true,
  },
]

const pageSize = 200

const inJson = (value: unknown, rewrite: (text: string) => string): unknown => {
  if (typeof value === 'string') return rewrite(value)
  if (Array.isArray(value)) return value.map((item) => inJson(item, rewrite))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, inJson(field, rewrite)]))
}

/**
 * Mentions are written as @ and the name. They are rewritten only in rows that mention the person's id, and only as
 * whole words, so that people with the same or a longer name keep theirs. Audit trail events contain no mentions.
 */
export const createMentionsStore = (database: Database) => {
  const rewriteIn = async (
    { table, keys, column, about, isJson = false }: Place,
    userId: string,
    [erased, replacement]: readonly [string, string],
  ): Promise<void> => {
    const columns = keys.map(([name]) => name).join(', ')
    const asTexts = keys.map(([name]) => `${name}::text`).join(', ')
    const given = (from: number): string => keys.map(([, type], place) => `$${from + place}::${type}`).join(', ')
    const rewrite = (text: string): string => replaceWhole(text, erased, replacement)
    const rewriteKept = (text: string): string =>
      isJson ? JSON.stringify(inJson(parseStoredJson(text), rewrite)) : rewrite(text)
    const searched = isJson ? JSON.stringify(erased).slice(1, -1) : erased

    for (let last: string[] | undefined; ; ) {
      const { rows } = await database.query<{ keys: string[]; kept: string }>({
        text: `SELECT ARRAY[${asTexts}] AS keys, ${column} AS kept FROM ${table}
          WHERE ${about} AND strpos(${column}, $2) > 0 ${last === undefined ? '' : `AND (${columns}) > (${given(3)})`}
          ORDER BY ${columns} LIMIT ${pageSize}`,
        values: [userId, searched, ...(last ?? [])],
      })
      for (const { keys: found, kept } of rows) {
        const left = rewriteKept(kept)
        if (left === kept) continue
        await database.query({
          text: `UPDATE ${table} SET ${column} = $1 WHERE (${columns}) = (${given(2)})`,
          values: [left, ...found],
        })
      }
      last = rows.at(-1)?.keys
      if (last === undefined || rows.length < pageSize) return
    }
  }

  return {
    rewrite: async (userId: string, name: string, pseudonym: string): Promise<void> => {
      for (const place of places) await rewriteIn(place, userId, [`@${name}`, `@${pseudonym}`])
    },
  }
}
