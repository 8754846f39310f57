import * as Type from 'typebox'

export type { TSchema } from 'typebox'

interface Bounds {
  min?: number
  max?: number
}

const stringOf = ({ min = 0, max, pattern }: Bounds & { pattern?: string } = {}) => ({
  minLength: min,
  ...(max === undefined ? {} : { maxLength: max }),
  ...(pattern === undefined ? {} : { pattern }),
})

export const text = (options?: Bounds & { pattern?: string }) => Type.String(stringOf(options))
export const secret = (options?: Bounds) => Type.String({ ...stringOf(options), writeOnly: true })
export const email = () => Type.String({ format: 'email', maxLength: 254 })
export const uuid = () => Type.String({ format: 'uuid' })
export const instant = () => Type.String({ format: 'date-time' })
export const integer = (options: Type.TNumberOptions = {}) => Type.Integer(options)
export const number = (options: Type.TNumberOptions = {}) => Type.Number(options)
export const boolean = () => Type.Boolean()
export const oneOf = (words: readonly string[]) => Type.Unsafe<string>({ type: 'string', enum: words })
export const list = (item: Type.TSchema, { min = 0, max }: Bounds = {}) =>
  Type.Array(item, { minItems: min, ...(max === undefined ? {} : { maxItems: max }) })
export const map = (value: Type.TSchema) => Type.Unsafe<object>({ type: 'object', additionalProperties: value })
export const model = (fields: Type.TProperties, options?: object) => Type.Object(fields, { ...options })
export const optional = (schema: Type.TSchema) => Type.Optional(schema)

/** Also accepts null, written as a list of types. */
export const nullable = (schema: Type.TSchema & { type?: string; enum?: readonly string[] }) =>
  Type.Unsafe<unknown>({
    ...schema,
    type: [schema.type, 'null'],
    ...(schema.enum === undefined ? {} : { enum: [...schema.enum, null] }),
  })
