import type { TSchema } from 'typebox'

/** The part of JSON Schema that request validation supports. */
export interface Keywords {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly items?: TSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  /** Fields that are required unless another field is given: the two forms of a request. */
  readonly requiredUnless?: { readonly given: string; readonly fields: readonly string[] }
  readonly additionalProperties?: TSchema | boolean
  readonly default?: unknown
  readonly writeOnly?: boolean
}

const known = new Set([
  ...['type', 'enum', 'format', 'pattern', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['items', 'minItems', 'maxItems', 'properties', 'required', 'additionalProperties'],
  'requiredUnless',
  ...['default', 'writeOnly', 'readOnly', 'deprecated', 'title', 'description', 'examples', '$id', '$comment'],
])

/** Rejects an unsupported keyword: ignoring it would let through what the contract forbids. */
export const keywordsOf = (schema: TSchema, where: string): Keywords => {
  const stranger = Object.keys(schema).find((keyword) => !known.has(keyword))
  if (stranger !== undefined) throw new Error(`${where}: the request validator does not know "${stranger}"`)
  const keywords: Keywords = schema
  if (keywords.additionalProperties === false)
    throw new Error(`${where}: unknown fields are ignored, so additionalProperties cannot be false`)
  return keywords
}

/** The one type besides null; undefined if any JSON value is allowed. */
export const typeOf = ({ type }: Keywords, where: string): { kind: string | undefined; isNullable: boolean } => {
  const types = type === undefined ? [] : [type].flat()
  const [kind, ...others] = types.filter((name) => name !== 'null')
  if (others.length > 0) throw new Error(`${where}: a value has one type, beside null`)
  return { kind, isNullable: types.includes('null') }
}
