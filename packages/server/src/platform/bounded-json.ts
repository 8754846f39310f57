import { isNestedDeeperThan } from '@deal-canvas/fastapi-validation'

export interface JsonBounds {
  maxBytes: number
  /** Maximum nesting depth of arrays and objects. */
  maxDepth: number
}

export type BoundedJson = { ok: true; value: unknown } | { ok: false; problem: 'too_large' | 'too_deep' | 'malformed' }

/** Parses JSON that comes from outside the process. Never throws. */
export const readBoundedJson = (text: string, { maxBytes, maxDepth }: JsonBounds): BoundedJson => {
  // A UTF-16 code unit takes at least one byte, so this rejects a huge text without measuring it.
  if (text.length > maxBytes || Buffer.byteLength(text) > maxBytes) return { ok: false, problem: 'too_large' }
  if (isNestedDeeperThan(text, maxDepth)) return { ok: false, problem: 'too_deep' }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false, problem: 'malformed' }
  }
}

/** Request bodies are at most 64 levels deep and are stored inside a few levels of our own. */
const storedBounds: JsonBounds = { maxBytes: 64 * 1024 * 1024, maxDepth: 128 }

/** Parses JSON that this service stored. Throws an ordinary error if the stored text is anything else. */
export const parseStoredJson = (text: string): unknown => {
  const read = readBoundedJson(text, storedBounds)
  if (!read.ok) throw new Error(`Stored JSON is ${read.problem.replace('_', ' ')}`)
  return read.value
}

/** The same for text that must hold an object. */
export const parseStoredObject = (text: string): Record<string, unknown> => {
  const value = parseStoredJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('Stored JSON is not an object')
  return { ...value }
}
