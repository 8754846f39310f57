import { codePoints } from '@deal-canvas/fastapi-validation'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { bundleMessages as messages } from '../../messages/bundles.ts'
import { readBoundedJson } from '../../platform/bounded-json.ts'
import { isCalendarDate } from '../committee/index.ts'
import { BundleProblem } from './bundle-problem.ts'
import { type BundledTable, nameOf } from './bundled-tables.ts'
import { jsonColumns } from './json-columns.ts'
import { columnsOf, personColumnsOf } from './table-columns.ts'

export type ImportedRow = Record<string, unknown>

/** Longer than any row of a real deal: a version of a section is the longest. */
const maxLineBytes = 4 * 2 ** 20
const newline = 10

/** The lines of a part, none of them held together with the next one. */
export const linesOf = async function* (part: AsyncIterable<Uint8Array>, name: string): AsyncIterable<string> {
  let rest: Uint8Array[] = []
  let size = 0
  const take = (piece: Uint8Array): void => {
    rest.push(piece)
    size += piece.byteLength
    if (size > maxLineBytes) throw new BundleProblem(messages.rowTooLong({ name, limit: maxLineBytes / 1024 }))
  }
  for await (const chunk of part) {
    let from = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      take(chunk.subarray(from, end))
      from = end + 1
      yield Buffer.concat(rest).toString('utf8')
      rest = []
      size = 0
    }
    // A copy: the chunk is as large as its stream likes.
    if (from < chunk.byteLength) take(Buffer.from(chunk.subarray(from)))
  }
  if (size > 0) yield Buffer.concat(rest).toString('utf8')
}

export const parseLine = (line: string): unknown => {
  const read = readBoundedJson(line, { maxBytes: maxLineBytes, maxDepth: 32 })
  return read.ok ? read.value : undefined
}

/** As PostgreSQL writes it; it would also read `now` and `infinity`. */
const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)$/

/** The database would turn the text `NaN` into a number. */
const hasType = ({ dataType }: PgColumn, value: unknown): boolean => {
  if (dataType === 'date') return typeof value === 'string' && instantForm.test(value)
  if (dataType === 'array') return Array.isArray(value)
  return typeof value === dataType
}

/** The value in the place of a person's id; undefined if the bundle has no such person. */
type PersonOf = (id: unknown) => string | undefined

interface Expected {
  dealId: string
  columns: readonly string[]
  personOf: PersonOf
}

/**
 * Judges the rows of a table, and puts the people of the deal into them. What a row refers to is judged by the database,
 * once the rows before it are there.
 */
export const createRowCheck = (bundled: BundledTable, { dealId, columns, personOf }: Expected) => {
  const table = nameOf(bundled)
  const known = new Map(columnsOf(bundled).map((column) => [column.name, column]))
  const person = new Set(personColumnsOf(bundled))
  const { peopleIn = [], personInItems = {}, lengths = {}, words = {}, days = [], filled = [], maxRows } = bundled
  const dealColumn = table === 'deals' ? 'id' : 'deal_id'
  const unknown = columns.find((name) => !known.has(name)) ?? filled.find((name) => !columns.includes(name))
  if (unknown !== undefined) throw new BundleProblem(messages.rowInvalid({ row: 0, name: table, column: unknown }))
  let row = 0

  const invalid = (column: string): never => {
    throw new BundleProblem(messages.rowInvalid({ row, name: table, column }))
  }

  const isFit = (name: string, value: unknown): boolean => {
    const column = known.get(name)
    const json = jsonColumns[`${table}.${name}`]
    if (json !== undefined) return json(value)
    if (value === null) return column?.notNull !== true && !filled.includes(name)
    if (column === undefined || !hasType(column, value)) return false
    if (days.includes(name)) return isCalendarDate(String(value))
    const allowed: readonly unknown[] = words[name] ?? column.enumValues ?? []
    if (allowed.length > 0) return allowed.includes(value)
    const max = lengths[name]
    return max === undefined || (typeof value === 'string' && codePoints(value) <= max)
  }

  const withPeople = (name: string, value: unknown): unknown => {
    const someone = (id: unknown): string => personOf(id) ?? invalid(name)
    if (value === null) return null
    if (person.has(name)) return someone(value)
    if (peopleIn.includes(name)) return Array.isArray(value) ? value.map(someone) : invalid(name)
    const field = personInItems[name]
    if (field === undefined || !Array.isArray(value)) return value
    return value.map((item) => ({ ...item, [field]: someone(Object(item)[field]) }))
  }

  return (line: string): ImportedRow => {
    row += 1
    if (row > maxRows) throw new BundleProblem(messages.tooManyRows({ name: table, limit: maxRows }))
    const given = parseLine(line)
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return invalid('JSON')
    const fields = new Map(Object.entries(given))
    for (const name of fields.keys()) if (!columns.includes(name)) invalid(name)
    if (columns.includes(dealColumn) && fields.get(dealColumn) !== dealId)
      throw new BundleProblem(messages.otherDeal({ row, name: table }))
    return Object.fromEntries(
      columns.map((name) => {
        const value = fields.get(name) ?? null
        return isFit(name, value) ? [name, withPeople(name, value)] : invalid(name)
      }),
    )
  }
}
