import type { Operation, TSchema } from '@deal-canvas/contract'
import { isObject } from './containers.ts'
import type { Failure } from './failure.ts'
import type { Keywords } from './keywords.ts'
import { isCleanText } from './text.ts'

/** What all inputs of one answer may weigh together as JSON. One that does not fit any more is null. */
const maxEcho = 64 * 1024

/** The schema of what stands at a key or an index; undefined where nothing is declared, and within a secret. */
const childOf = (schema: TSchema | undefined, step: string | number): TSchema | undefined => {
  const { properties = {}, items, additionalProperties, writeOnly }: Keywords = schema ?? {}
  if (writeOnly) return undefined
  if (typeof step === 'number') return items
  if (Object.hasOwn(properties, step)) return properties[step]
  return typeof additionalProperties === 'object' ? additionalProperties : undefined
}

/** Of a schema and all schemas within it, those that are secret or hold a secret. */
const secretsIn = (schema: TSchema): TSchema[] => {
  const { properties = {}, items, additionalProperties, writeOnly = false }: Keywords = schema
  const children = [...Object.values(properties), items, additionalProperties]
  const within = children.filter((child) => typeof child === 'object').flatMap(secretsIn)
  return writeOnly || within.length > 0 ? [schema, ...within] : []
}

/**
 * Makes the inputs of failures fit to be answered: no secret, no unclean text, no endless echo.
 *
 * Where an operation takes a secret, only what stands in its declared place is shown: a password also arrives
 * under a misspelt name, in a list instead of an object, or as the whole body.
 */
export const createEcho = ({ params, query, body }: Operation): ((failures: readonly Failure[]) => Failure[]) => {
  const parts = new Map<string | number | undefined, TSchema | undefined>(Object.entries({ path: params, query, body }))
  const secrets = new Set([...parts.values()].filter((part) => part !== undefined).flatMap(secretsIn))
  const isHidden = (schema: TSchema | undefined): boolean => {
    const { writeOnly = false }: Keywords = schema ?? {}
    return secrets.size > 0 && (writeOnly || schema === undefined)
  }

  /** The last step may name no place in the input: a missing field, or the position at which JSON is malformed. */
  const schemaOf = ({ type, loc: [part, ...steps] }: Failure): TSchema | undefined =>
    (type === 'missing' || type === 'json_invalid' ? steps.slice(0, -1) : steps).reduce(childOf, parts.get(part))

  /**
   * Copies what may be shown; undefined when that weighs more than `budget` bytes of JSON, or when a key is not
   * clean. Stops as soon as either is known, so that ninety failures of one large object cost no ninety copies.
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
