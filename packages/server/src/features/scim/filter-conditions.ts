import { refuse } from '../../domain-error.ts'
import { provisioningMessages as messages } from '../../messages/provisioning.ts'
import { isId } from '../../platform/ids.ts'
import type { Comparison, Filter, Scalar } from './protocol/filter.ts'

/** An attribute by which lists can be filtered, as SQL over the row `p`. Every one of them is indexed. */
export type Column =
  | {
      kind: 'text'
      sql: string
      ignoresCase: boolean
      /** A condition that finds the rows by their index, for a value given as SQL. */
      equals?: (value: string) => string
    }
  | { kind: 'id'; sql: string }
  | { kind: 'boolean'; sql: string }

export type Columns = Readonly<Record<string, Column>>

const unfit = /[\0\p{Surrogate}]/u

const invalid = (detail: string): never => refuse('scim_invalid_filter', { detail })

const textConditions: Partial<Record<Comparison, (column: string, value: string) => string>> = {
  eq: (column, value) => `${column} = ${value}`,
  ne: (column, value) => `${column} <> ${value}`,
  co: (column, value) => `position(${value} IN ${column}) > 0`,
  sw: (column, value) => `starts_with(${column}, ${value})`,
  ew: (column, value) => `right(${column}, length(${value})) = ${value}`,
}

const asBoolean = (value: Scalar): boolean | undefined => {
  const text = String(value).toLowerCase()
  return text === 'true' || text === 'false' ? text === 'true' : undefined
}

/**
 * Compiles a filter to a condition with its values appended. Unknown attributes are refused, not ignored: a client that
 * looks for one user must not get another.
 */
export const filterCondition = (filter: Filter, columns: Columns, values: unknown[]): string => {
  const place = (value: unknown): string => `$${values.push(value)}`

  const compare = (attribute: string, by: Comparison, value: Scalar): string => {
    const column = columnOf(attribute)
    const wrongOperator = () => invalid(messages.filterOperator({ attribute, operator: by }))
    if (value === null) {
      if (by !== 'eq' && by !== 'ne') return wrongOperator()
      return by === 'eq' ? `NOT (${present(column)})` : present(column)
    }
    if (column.kind === 'boolean') {
      const wanted = asBoolean(value) ?? invalid(messages.filterValue({ attribute }))
      if (by !== 'eq' && by !== 'ne') return wrongOperator()
      return (by === 'eq') === wanted ? column.sql : `NOT (${column.sql})`
    }
    if (typeof value !== 'string' || unfit.test(value)) return invalid(messages.filterValue({ attribute }))
    if (column.kind === 'id') {
      if (by !== 'eq' && by !== 'ne') return wrongOperator()
      const id = value.toLowerCase()
      if (!isId(id)) return by === 'eq' ? 'FALSE' : 'TRUE'
      return `${column.sql} ${by === 'eq' ? '=' : '<>'} ${place(id)}::uuid`
    }
    const write = textConditions[by] ?? wrongOperator()
    const given = `${place(value)}::text`
    const wanted = column.ignoresCase ? `lower(${given})` : given
    if (by === 'eq' && column.equals !== undefined) return column.equals(wanted)
    return `coalesce(${write(column.sql, wanted)}, ${by === 'ne' ? 'TRUE' : 'FALSE'})`
  }

  const present = (column: Column): string => (column.kind === 'text' ? `${column.sql} IS NOT NULL` : 'TRUE')

  const columnOf = (attribute: string): Column => {
    const column = Object.hasOwn(columns, attribute) ? columns[attribute] : undefined
    return column ?? invalid(messages.filterAttribute({ attribute: attribute.slice(0, 100) }))
  }

  const write = (part: Filter, prefix: string): string => {
    if (part.kind === 'and' || part.kind === 'or') {
      return `(${part.of.map((one) => write(one, prefix)).join(part.kind === 'and' ? ' AND ' : ' OR ')})`
    }
    if (part.kind === 'not') return `NOT (${write(part.of, prefix)})`
    if (part.kind === 'some') {
      if (prefix !== '') return invalid(messages.filterAttribute({ attribute: part.attribute.slice(0, 100) }))
      // A person has one address here, so that all conditions are about the same one.
      return `(${write(part.of, `${part.attribute}.`)})`
    }
    const attribute = prefix + part.attribute
    return part.kind === 'present' ? present(columnOf(attribute)) : compare(attribute, part.by, part.value)
  }

  return write(filter, '')
}
