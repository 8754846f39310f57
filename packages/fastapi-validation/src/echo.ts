import type { TSchema } from 'typebox'
import { isObject } from './containers.ts'
import type { Failure } from './failure.ts'
import type { Keywords } from './keywords.ts'
import type { RequestSchemas } from './request-schemas.ts'
import { isCleanText } from './text.ts'

/** Maximum total size of all inputs of one response as JSON. An input that no longer fits is null. */
const maxEcho = 64 * 1024

/** The schema at a key or an index; undefined if nothing is declared there, and within a secret. */
const childOf = (schema: TSchema | undefined, step: string | number): TSchema | undefined => {
  const { properties = {}, items, additionalProperties, writeOnly }: Keywords = schema ?? {}
  if (writeOnly) return undefined
  if (typeof step === 'number') return items
  if (Object.hasOwn(properties, step)) return properties[step]
  return typeof additionalProperties === 'object' ? additionalProperties : undefined
}

/** The schemas that are secret or contain a secret, including nested ones. */
const secretsIn = (schema: TSchema): TSchema[] => {
  const { properties = {}, items, additionalProperties, writeOnly = false }: Keywords = schema
  const children = [...Object.values(properties), items, additionalProperties]
  const within = children.filter((child) => typeof child === 'object').flatMap(secretsIn)
  return writeOnly || within.length > 0 ? [schema, ...within] : []
}

/**
 * Makes the inputs of failures safe to return: no secrets, no unclean text, bounded size.
 *
 * If an operation takes a secret, only values at their declared position are shown: a password can also arrive under a
 * misspelled name, in a list instead of an object, or as the whole body.
 */
export const createEcho = ({ params, query, body }: RequestSchemas): ((failures: readonly Failure[]) => Failure[]) => {
  const parts = new Map<string | number | undefined, TSchema | undefined>(Object.entries({ path: params, query, body }))
  const secrets = new Set([...parts.values()].filter((part) => part !== undefined).flatMap(secretsIn))
  const isHidden = (schema: TSchema | undefined): boolean => {
    const { writeOnly = false }: Keywords = schema ?? {}
    return secrets.size > 0 && (writeOnly || schema === undefined)
  }

  /** The last step may not exist in the input: a missing field, or the position of malformed JSON. */
  const schemaOf = ({ type, loc: [part, ...steps] }: Failure): TSchema | undefined =>
    (type === 'missing' || type === 'json_invalid' ? steps.slice(0, -1) : steps).reduce(childOf, parts.get(part))

  /**
   * Copies what can be shown; undefined if that exceeds `budget` bytes of JSON or a key is not clean. Stops as soon as
   * either is known, so that ninety failures of one large object do not cost ninety copies.
   */
  const copyWithin = (budget: number, input: unknown, inputSchema: TSchema | undefined) => {
    let left = budget
    const weigh = (json: string) => {
      left -= Buffer.byteLength(json) + 1
    }
    const giveUp = () => {
      left = -1
      return null
    }
    const copy = (value: unknown, schema: TSchema | undefined): unknown => {
      if (isHidden(schema)) {
        weigh('null')
        return null
      }
      if (Array.isArray(value)) {
        weigh('[]')
        const items: unknown[] = []
        for (const item of value) {
          if (left < 0) return null
          items.push(copy(item, childOf(schema, items.length)))
        }
        return items
      }
      if (isObject(value)) {
        weigh('{}')
        const fields: Record<string, unknown> = Object.create(null)
        for (const key of Object.keys(value)) {
          if (left < 0 || !isCleanText(key)) return giveUp()
          weigh(JSON.stringify(key))
          fields[key] = copy(value[key], childOf(schema, key))
        }
        return fields
      }
      const isShown = schema === undefined || !secrets.has(schema)
      if (isShown && typeof value === 'string' && value.length > left) return giveUp()
      const isFit =
        typeof value === 'string' ? isCleanText(value) : typeof value === 'boolean' || Number.isFinite(value)
      const echoed = isShown && isFit ? value : null
      weigh(JSON.stringify(echoed))
      return echoed
    }
    const copied = copy(input, inputSchema)
    return left < 0 ? undefined : { copied, weight: budget - left }
  }

  return (failures) => {
    let left = maxEcho
    return failures.map((failure) => {
      const echo = copyWithin(left, failure.input, schemaOf(failure))
      left -= echo?.weight ?? 0
      return { ...failure, input: echo === undefined ? null : echo.copied }
    })
  }
}
