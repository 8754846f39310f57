export type Json = Record<string, unknown>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords that belong to the use of a schema, not to the named schema. */
const besides = ['description', 'examples', 'default'] as const

/**
 * Collects schemas that have a title, so that the API description contains each once, under its name, and refers to it
 * wherever it is used.
 */
export const createNamedSchemas = () => {
  const found = new Map<string, Json>()

  const keep = (title: string, schema: Json): void => {
    const before = found.get(title)
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(schema)) {
      throw new Error(`Two different schemas have the title ${title}`)
    }
    found.set(title, schema)
  }

  const referAll = (schemas: Json): Json =>
    Object.fromEntries(Object.entries(schemas).map(([name, inner]) => [name, isJson(inner) ? refer(inner) : inner]))

  const inside = (schema: Json): Json => ({
    ...schema,
    ...(isJson(schema['properties']) ? { properties: referAll(schema['properties']) } : {}),
    ...(isJson(schema['items']) ? { items: refer(schema['items']) } : {}),
    ...(isJson(schema['additionalProperties']) ? { additionalProperties: refer(schema['additionalProperties']) } : {}),
    ...(Array.isArray(schema['oneOf'])
      ? { oneOf: schema['oneOf'].map((option: unknown) => (isJson(option) ? refer(option) : option)) }
      : {}),
  })

  /** The schema as written where it is used: a reference if it has a title. */
  const refer = (given: object): Json => {
    const schema: Json = { ...given }
    const { title, type } = schema
    if (typeof title !== 'string') return inside(schema)
    const named = { ...schema }
    const around: Json = {}
    for (const name of besides) {
      if (schema[name] !== undefined) around[name] = schema[name]
      delete named[name]
    }
    const isNullable = Array.isArray(type)
    keep(title, inside(isNullable ? { ...named, type: 'object' } : named))
    const reference = { $ref: `#/components/schemas/${title}` }
    return isNullable ? { oneOf: [reference, { type: 'null' }], ...around } : { ...reference, ...around }
  }

  return {
    refer,
    /** All collected schemas, sorted by title. */
    all: (): Json => Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

export type NamedSchemas = ReturnType<typeof createNamedSchemas>
