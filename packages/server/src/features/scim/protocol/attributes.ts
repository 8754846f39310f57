import { refuse } from '../../../domain-error.ts'
import { provisioningMessages as messages } from '../../../messages/provisioning.ts'
import { maxTextLength, maxValues } from './limits.ts'

/** An attribute that the service stores. Names are as the RFC spells them; clients can write them in any case. */
export type Attribute =
  | { readonly name: string; readonly kind: 'text' }
  | { readonly name: string; readonly kind: 'boolean' }
  | ObjectAttribute
  | ListAttribute

export interface ObjectAttribute {
  readonly name: string
  readonly kind: 'object'
  readonly of: readonly Attribute[]
}

export interface ListAttribute {
  readonly name: string
  readonly kind: 'list'
  readonly of: readonly Attribute[]
}

/** A value of an attribute, cleaned: only declared attributes, in their spelling, with values of the right type. */
export type Value = string | boolean | Resource | readonly Resource[]
export interface Resource {
  readonly [name: string]: Value | undefined
}

export interface Schema {
  readonly urn: string
  readonly attributes: readonly Attribute[]
  /** Lower case. */
  readonly readOnly: readonly string[]
  /** Attributes of the RFC that the service does not store; what clients send for them is ignored. Lower case. */
  readonly ignored: readonly string[]
}

const text = (name: string): Attribute => ({ name, kind: 'text' })

const emails: Attribute = {
  name: 'emails',
  kind: 'list',
  of: [text('value'), text('type'), { name: 'primary', kind: 'boolean' }],
}

export const userSchema: Schema = {
  urn: 'urn:ietf:params:scim:schemas:core:2.0:User',
  attributes: [
    text('userName'),
    text('externalId'),
    text('displayName'),
    { name: 'active', kind: 'boolean' },
    { name: 'name', kind: 'object', of: [text('formatted'), text('givenName'), text('familyName')] },
    emails,
  ],
  readOnly: ['id', 'meta', 'schemas', 'groups'],
  ignored: [
    'addresses',
    'entitlements',
    'ims',
    'locale',
    'nickname',
    'password',
    'phonenumbers',
    'photos',
    'preferredlanguage',
    'profileurl',
    'roles',
    'timezone',
    'title',
    'usertype',
    'x509certificates',
  ],
}

export const groupSchema: Schema = {
  urn: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  attributes: [text('displayName'), text('externalId')],
  readOnly: ['id', 'meta', 'schemas'],
  ignored: [],
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of a key in any case. */
export const field = (record: Record<string, unknown>, name: string): unknown =>
  Object.entries(record).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]

export const attributeOf = (attributes: readonly Attribute[], name: string): Attribute | undefined =>
  attributes.find((attribute) => attribute.name.toLowerCase() === name)

const invalid = (detail: string): never => refuse('scim_invalid_value', { detail })

// The database rejects these characters, and a name with a control character can disguise itself in a list.
const unfit = /[\p{Cc}\p{Surrogate}]/u

const readText = (given: unknown, name: string): string => {
  const isText = typeof given === 'string' && [...given].length <= maxTextLength && !unfit.test(given)
  return isText ? given : invalid(messages.textExpected({ attribute: name, limit: maxTextLength }))
}

/** Microsoft Entra sends booleans as the texts "True" and "False". */
const readBoolean = (given: unknown, name: string): boolean => {
  const value = typeof given === 'string' ? given.toLowerCase() : given
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  return invalid(messages.booleanExpected({ attribute: name }))
}

const readList = (given: unknown, { name, of }: ListAttribute): Resource[] => {
  const items = Array.isArray(given) ? given : [given]
  if (items.length > maxValues) invalid(messages.listExpected({ attribute: name, limit: maxValues }))
  return items.map((item) => readObject(typeof item === 'string' ? { value: item } : item, name, of))
}

const readObject = (given: unknown, name: string, of: readonly Attribute[]): Resource =>
  isRecord(given) ? readFields(given, of) : invalid(messages.objectExpected({ attribute: name }))

/** Null or an absent field is no value. */
const readFields = (given: Record<string, unknown>, attributes: readonly Attribute[]): Resource =>
  Object.fromEntries(
    attributes.flatMap((attribute) => {
      const value = field(given, attribute.name)
      return value === undefined || value === null ? [] : [[attribute.name, readValue(value, attribute)]]
    }),
  )

export const readValue = (given: unknown, attribute: Attribute): Value => {
  if (attribute.kind === 'text') return readText(given, attribute.name)
  if (attribute.kind === 'boolean') return readBoolean(given, attribute.name)
  if (attribute.kind === 'list') return readList(given, attribute)
  return readObject(given, attribute.name, attribute.of)
}

/** Reads the body of a POST or PUT. What the service does not store is ignored, as RFC 7644 §3.3 allows. */
export const readResource = (body: Record<string, unknown>, schema: Schema): Resource => {
  requireSchema(body, schema.urn)
  return readFields(body, schema.attributes)
}

export const requireSchema = (body: Record<string, unknown>, urn: string): void => {
  const schemas = field(body, 'schemas')
  const names = Array.isArray(schemas) ? schemas : []
  if (names.some((name) => typeof name === 'string' && name.toLowerCase() === urn.toLowerCase())) return
  refuse('scim_invalid_syntax', { detail: messages.notMessage({ schema: urn }) })
}
