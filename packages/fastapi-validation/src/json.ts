import { isUtf8 } from 'node:buffer'
import { createFailure, type Failure } from './failure.ts'
import { isNestedDeeperThan } from './nesting.ts'
import { type Malformed, readPythonJson } from './python-json.ts'

/** Recursive code can rely on this limit: deeper bodies are rejected before. */
const maxDepth = 64

const nativeJson = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    // Not swallowed: the slower reader runs next and finds the position and wording, or NaN, which it accepts.
    return undefined
  }
}

/** Number of code points before the first byte that is not valid UTF-8. */
const firstBadByte = (bytes: Uint8Array): Malformed => {
  let position = 0
  let offset = 0
  for (const char of new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)) {
    if (char === '\ufffd' && !(bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd))
      break
    offset += Buffer.byteLength(char)
    position += 1
  }
  return { error: 'Invalid UTF-8', position }
}

const read = (bytes: Uint8Array): { value: unknown } | Malformed => {
  if (!isUtf8(bytes)) return firstBadByte(bytes)
  const text = new TextDecoder().decode(bytes)
  return (isNestedDeeperThan(text, maxDepth) ? undefined : nativeJson(text)) ?? readPythonJson(text, maxDepth)
}

/** Parses JSON like Python's json module, with the same error messages; a byte order mark is accepted. */
export const readJson = (bytes: Uint8Array): { ok: true; value: unknown } | { ok: false; failure: Failure } => {
  const found = read(bytes)
  if ('value' in found) return { ok: true, value: found.value }
  const { error, position } = found
  return { ok: false, failure: createFailure('json_invalid', ['body', position], 'JSON decode error', {}, { error }) }
}
