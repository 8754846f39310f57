export interface JsonBounds {
  maxBytes: number
  /** How many lists and objects may lie inside each other. */
  maxDepth: number
}

export type BoundedJson = { ok: true; value: unknown } | { ok: false; problem: 'too_large' | 'too_deep' | 'malformed' }

/** Recursive code (validators, serializers) may rely on the bound, because text is judged before anything is built. */
export const isNestedDeeperThan = (text: string, maxDepth: number): boolean => {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === 0x5c) at += 1
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x5b || code === 0x7b) {
      depth += 1
      if (depth > maxDepth) return true
    } else if (code === 0x5d || code === 0x7d) depth -= 1
  }
  return false
}

/** Reads JSON from outside the process. Never throws. */
export const readBoundedJson = (text: string, { maxBytes, maxDepth }: JsonBounds): BoundedJson => {
  // A code unit takes at least one byte, so that a huge text is not even measured.
  if (text.length > maxBytes || Buffer.byteLength(text) > maxBytes) return { ok: false, problem: 'too_large' }
  if (isNestedDeeperThan(text, maxDepth)) return { ok: false, problem: 'too_deep' }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false, problem: 'malformed' }
  }
}

/** Request bodies are at most 64 deep and are stored inside a few levels of our own. */
const storedBounds: JsonBounds = { maxBytes: 64 * 1024 * 1024, maxDepth: 128 }

/** Reads JSON that this service stored. Throws an ordinary error where the store holds something else. */
export const parseStoredJson = (text: string): unknown => {
  const read = readBoundedJson(text, storedBounds)
  if (!read.ok) throw new Error(`Stored JSON is ${read.problem.replace('_', ' ')}`)
  return read.value
}

/** The same where only an object makes sense. */
export const parseStoredObject = (text: string): Record<string, unknown> => {
  const value = parseStoredJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('Stored JSON is not an object')
  return { ...value }
}
