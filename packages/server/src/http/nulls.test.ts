import {
  boolean,
  instant,
  integer,
  list,
  map,
  model,
  nullable,
  number,
  oneOf,
  type TSchema,
  text,
  uuid,
} from '@deal-canvas/contract'
import { operations } from '@deal-canvas/contract/operations'
import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'

/** The parts of a contract schema that these tests read. */
interface Shape {
  type?: string | string[]
  enum?: readonly unknown[]
  properties?: Record<string, TSchema>
  items?: TSchema
  additionalProperties?: TSchema
}

const kinds = ({ type }: Shape): string[] => (Array.isArray(type) ? type : [String(type)])

/** A value of the schema with every field set, and with null wherever null is allowed if `nulls` is set. */
const fullest = (schema: TSchema, nulls: boolean): unknown => {
  const shape = schema as Shape
  const [type] = kinds(shape)
  if (shape.type === undefined) return { any: ['json', 1, null] }
  if (nulls && kinds(shape).includes('null')) return null
  switch (type) {
    case 'object':
      return shape.properties === undefined
        ? { key: fullest(shape.additionalProperties ?? {}, nulls) }
        : Object.fromEntries(Object.entries(shape.properties).map(([name, field]) => [name, fullest(field, nulls)]))
    case 'array':
      return [fullest(shape.items ?? {}, nulls)]
    case 'string':
      return shape.enum?.find((word) => word !== null) ?? 'text'
    case 'integer':
      return 3
    case 'number':
      return 2.5
    case 'boolean':
      return true
    default:
      throw new Error(`No value is known for ${JSON.stringify(schema)}`)
  }
}

/** The same value with an undeclared field added to every object. */
const withMore = (value: unknown, schema: TSchema): unknown => {
  const { properties, items, additionalProperties } = schema as Shape
  if (Array.isArray(value)) return value.map((item) => withMore(item, items ?? {}))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    withMore(field, properties?.[name] ?? additionalProperties ?? {}),
  ])
  return { ...Object.fromEntries(fields), ...(properties === undefined ? {} : { password_hash: 'never' }) }
}

const sent = async (schema: TSchema, value: unknown): Promise<unknown> => {
  const app = fastify()
  app.get('/', { schema: { response: { 200: schema } } }, async () => value)
  const { statusCode, body } = await app.inject('/')
  expect([statusCode, statusCode === 200 ? '' : body]).toEqual([200, ''])
  return JSON.parse(body)
}

const nullsIn = (value: unknown): number =>
  value === null
    ? 1
    : typeof value === 'object'
      ? Object.values(value).reduce((sum, item) => sum + nullsIn(item), 0)
      : 0

const answers = operations.flatMap(({ id, answer }) =>
  answer === undefined || kinds(answer as Shape)[0] === 'string' ? [] : [[id, answer] as const],
)

const everyKind = {
  text: text(),
  uuid: uuid(),
  instant: instant(),
  integer: integer(),
  number: number(),
  boolean: boolean(),
}

describe('nullable fields', () => {
  it.each(
    Object.entries({
      ...everyKind,
      word: oneOf(['a', 'b']),
      list: list(integer()),
      map: map(integer()),
      model: model({ inner: integer() }),
    }),
  )('sends null for a nullable %s, and its value if there is one', async (_, schema) => {
    const both = model({
      none: nullable(schema),
      some: nullable(schema),
      listed: list(nullable(schema)),
      mapped: map(nullable(schema)),
    })
    const value = fullest(schema, false)
    const answer = { none: null, some: value, listed: [null, value], mapped: { a: null, b: value } }
    expect(await sent(both, answer)).toEqual(answer)
  })
})

describe('answers of the contract', () => {
  it.each(answers)('sends each declared field of %s unchanged', async (_, schema) => {
    expect(await sent(schema, fullest(schema, false))).toEqual(fullest(schema, false))
  })

  it.each(answers.filter(([, schema]) => nullsIn(fullest(schema, true)) > 0))(
    'sends null as null in every nullable field of %s [REQUEST-10]',
    async (_, schema) => {
      expect(await sent(schema, fullest(schema, true))).toEqual(fullest(schema, true))
    },
  )

  it.each(answers)('sends no undeclared field in the answer of %s [REQUEST-11]', async (_, schema) => {
    expect(await sent(schema, withMore(fullest(schema, false), schema))).toEqual(fullest(schema, false))
  })

  it('covers answers with nullable fields', () => {
    expect(answers.filter(([, schema]) => nullsIn(fullest(schema, true)) > 0).map(([id]) => id)).toEqual(
      expect.arrayContaining(['me', 'patchMe', 'sessions']),
    )
  })
})
