import type { Static, TObject, TProperties, TSchema } from 'typebox'
import * as Type from 'typebox'
import { maxEmailLength } from './sizes.ts'

export type { Static, TSchema }

interface Documented {
  description?: string
  examples?: unknown[]
}

interface TextOptions extends Documented {
  min?: number
  max?: number
  pattern?: string
  default?: string
}

const stringOf = ({ min, max, ...rest }: TextOptions = {}) => ({
  ...rest,
  ...(min === undefined ? {} : { minLength: min }),
  ...(max === undefined ? {} : { maxLength: max }),
})

/** Free text. Lengths count code points, as the validator does. */
export const text = (options?: TextOptions) => Type.String(stringOf(options))

/** Text that must never be echoed, logged or shown in a validation error. */
export const secret = (options?: TextOptions) => Type.String({ ...stringOf(options), writeOnly: true })

export const email = (options?: Documented) => Type.String({ format: 'email', maxLength: maxEmailLength, ...options })

export const uuid = (options?: Documented) => Type.String({ format: 'uuid', ...options })

export const instant = (options?: Documented) =>
  Type.String({ format: 'date-time', examples: ['2026-11-15T09:30:00.000Z'], ...options })

interface NumberOptions extends Documented {
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  default?: number
}

export const integer = (options?: NumberOptions) => Type.Integer({ ...options })

export const number = (options?: NumberOptions) => Type.Number({ ...options })

export const boolean = (options?: Documented & { default?: boolean }) => Type.Boolean({ ...options })

/** One of a fixed set of words. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(
  words: Words,
  options?: Documented & { default?: Words[number] },
) => Type.Unsafe<Words[number]>({ type: 'string', enum: [...words], ...options })

export const list = <Item extends TSchema>(
  item: Item,
  { min, max, ...rest }: Documented & { min?: number; max?: number } = {},
) =>
  Type.Array(item, {
    ...rest,
    ...(min === undefined ? {} : { minItems: min }),
    ...(max === undefined ? {} : { maxItems: max }),
  })

/** An object whose keys come from the client. Handlers receive it without a prototype. */
export const map = <Value extends TSchema>(value: Value, options?: Documented) =>
  Type.Unsafe<Record<string, Static<Value>>>({ type: 'object', additionalProperties: value, ...options })

/** Any JSON value. Only for inherently free-form data, such as settings or JSON-LD. */
export const anyJson = (options?: Documented) => Type.Unsafe<unknown>({ ...options })

/** An object with declared fields. Unknown fields are ignored. */
export const model = <Fields extends TProperties>(
  fields: Fields,
  options?: Documented & {
    title?: string
    /** Fields that are required unless another one is given; they are declared as optional. */
    requiredUnless?: { given: string; fields: string[] }
  },
): TObject<Fields> => Type.Object(fields, { ...options })

/** The same schema with a description for one particular use. */
export const described = <Schema extends TSchema>(schema: Schema, description: string): Schema => ({
  ...schema,
  description,
})

export const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema)

/**
 * Also accepts null. Written as a list of types, because serializers built from `anyOf` are slow, and serializers
 * unaware of null write it as "" or 0.
 */
export const nullable = <Schema extends TSchema>(schema: Schema) => {
  const { type, enum: words } = schema as { type?: string; enum?: readonly unknown[] }
  if (type === undefined) throw new Error('nullable needs a schema with a single type')
  return Type.Unsafe<Static<Schema> | null>({
    ...schema,
    type: [type, 'null'],
    ...(words === undefined ? {} : { enum: [...words, null] }),
  })
}
