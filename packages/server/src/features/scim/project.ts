import { refuse } from '../../domain-error.ts'
import { provisioningMessages as messages } from '../../messages/provisioning.ts'
import { attributeName } from './protocol/filter.ts'

/** Which attributes of a resource a client wants; without either, all of them. */
export interface Wanted {
  attributes?: string | undefined
  excludedAttributes?: string | undefined
}

export interface Projection {
  has(attribute: string): boolean
  apply<Shown extends Record<string, unknown>>(resource: Shown): Shown
}

const namesIn = (text: string): Set<string> =>
  new Set(
    text
      .split(',')
      .map((name) => attributeName(name.trim()))
      .filter((name) => name !== ''),
  )

/** Returned whatever the client asks for. */
const always = new Set(['schemas', 'id'])

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The part of a value that is named by sub-attributes, such as `name.givenName`. */
const pick = (value: unknown, keep: (name: string) => boolean): unknown => {
  if (Array.isArray(value)) return value.map((item) => pick(item, keep))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => keep(name.toLowerCase())))
}

/** Reads `attributes` and `excludedAttributes` of RFC 7644 §3.4.2.5. */
export const readProjection = ({ attributes, excludedAttributes }: Wanted): Projection => {
  if (attributes !== undefined && excludedAttributes !== undefined) {
    refuse('scim_invalid_value', { detail: messages.attributesExclusive() })
  }
  const listed = namesIn(attributes ?? excludedAttributes ?? '')
  const only = attributes !== undefined && listed.size > 0
  const parents = new Set([...listed].map((name) => name.split('.')[0] ?? name))

  const has = (attribute: string): boolean => {
    const name = attribute.toLowerCase()
    if (always.has(name)) return true
    return only ? parents.has(name) : !listed.has(name)
  }
  const keepsWhole = (name: string): boolean => listed.has(name) === only
  const keepsPart = (name: string, sub: string): boolean => listed.has(`${name}.${sub}`) === only

  return {
    has,
    apply: (resource) => {
      const shown = Object.entries(resource).flatMap(([key, value]) => {
        const name = key.toLowerCase()
        if (!has(key) || value === undefined) return []
        if (always.has(name) || (only && keepsWhole(name))) return [[key, value]]
        return [[key, pick(value, (sub) => keepsPart(name, sub))]]
      })
      return Object.fromEntries(shown)
    },
  }
}
