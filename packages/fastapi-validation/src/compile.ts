import type { TSchema } from 'typebox'
import { any, list, map, model } from './containers.ts'
import { type Keywords, keywordsOf, typeOf } from './keywords.ts'
import type { Check } from './report.ts'
import { boolean, email, integer, literal, number, type Source, text, uuid } from './scalars.ts'
import { cleanFirst } from './text.ts'

const stringCheck = (schema: Keywords, where: string): Check => {
  if (schema.enum !== undefined) {
    const words = schema.enum.filter((word) => typeof word === 'string')
    if (words.length !== schema.enum.filter((word) => word !== null).length)
      throw new Error(`${where}: the words of an enum are strings`)
    return literal(words)
  }
  if (schema.format === 'uuid') return uuid
  if (schema.format === 'email') return email(schema)
  if (schema.format !== undefined && schema.format !== 'date-time')
    throw new Error(`${where}: the request validator does not know the format "${schema.format}"`)
  return text(schema)
}

const objectCheck = (schema: Keywords, source: Source, where: string): Check => {
  const { properties, required = [], requiredUnless, additionalProperties } = schema
  const extra = additionalProperties === true ? {} : additionalProperties || undefined
  const rest = extra === undefined ? undefined : map(compile(extra, source, `${where}.*`))
  if (properties === undefined && rest !== undefined) return rest
  const fields = Object.entries(properties ?? {}).map(([name, field]) => ({
    name,
    isRequired: required.includes(name) || requiredUnless?.fields.includes(name) === true,
    unless: requiredUnless?.fields.includes(name) === true ? requiredUnless.given : undefined,
    fallback: keywordsOf(field, `${where}.${name}`).default,
    check: compile(field, source, `${where}.${name}`),
  }))
  return model(fields, rest, source)
}

const listCheck = ({ items = {}, minItems, maxItems }: Keywords, source: Source, where: string): Check =>
  list(compile(items, source, `${where}[]`), minItems, maxItems)

const checkOf = (kind: string | undefined, schema: Keywords, source: Source, where: string): Check => {
  switch (kind) {
    case undefined:
      return any
    case 'string':
      return stringCheck(schema, where)
    case 'integer':
      return integer(schema, source)
    case 'number':
      return number(schema, source)
    case 'boolean':
      return boolean(source)
    case 'array':
      return listCheck(schema, source, where)
    case 'object':
      return objectCheck(schema, source, where)
    default:
      throw new Error(`${where}: the request validator does not know the type "${kind}"`)
  }
}

/** In a query, a single value can be given for a list; of a repeated single value the last one is used. */
const asGiven = (value: unknown, isList: boolean): unknown => {
  if (isList) return typeof value === 'string' ? [value] : value
  return Array.isArray(value) ? value.at(-1) : value
}

/** Compiles a schema into a validating closure. `where` names the schema in the error if it is not supported. */
export const compile = (schema: TSchema, source: Source, where: string): Check => {
  const keywords = keywordsOf(schema, where)
  const { kind, isNullable } = typeOf(keywords, where)
  const plain = cleanFirst(checkOf(kind, keywords, source, where))
  return (value, report) => {
    if (source === 'text') return plain(asGiven(value, kind === 'array'), report)
    return value === null && isNullable ? null : plain(value, report)
  }
}
