import type { TSchema } from './schema.ts'

interface Shape {
  type?: string | readonly string[]
  enum?: readonly unknown[]
  format?: string
  examples?: readonly unknown[]
  default?: unknown
  minimum?: number
  writeOnly?: boolean
  properties?: Record<string, TSchema>
  required?: readonly string[]
  items?: TSchema
  additionalProperties?: TSchema
}

const texts: Record<string, string> = {
  uuid: '019a8f3e-7c1a-7b2e-9d4f-3a6b5c8d9e0f',
  email: 'someone@example.com',
  'date-time': '2026-11-15T09:30:00.000Z',
}

/** A readable value that the schema allows: its own example, its default, or a plain one. */
export const exampleOf = (schema: TSchema): unknown => {
  const shape = schema as Shape
  const { type, format = '', items, properties, additionalProperties } = shape
  const [kind] = [type ?? 'any'].flat()
  if (shape.examples !== undefined) return shape.examples[0]
  if (shape.default !== undefined) return shape.default
  if (shape.enum !== undefined) return shape.enum[0]
  switch (kind) {
    case 'object':
      return properties === undefined
        ? additionalProperties === undefined
          ? {}
          : { key: exampleOf(additionalProperties) }
        : Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, exampleOf(field)]))
    case 'array':
      return items === undefined ? [] : [exampleOf(items)]
    case 'string':
      return texts[format] ?? (shape.writeOnly === true ? 'a-secret-of-yours' : 'text')
    case 'integer':
    case 'number':
      return shape.minimum ?? 1
    case 'boolean':
      return true
    default:
      return {}
  }
}
