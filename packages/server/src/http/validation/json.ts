import { isUtf8 } from 'node:buffer'
import { isNestedDeeperThan } from '../../platform/bounded-json.ts'
import { createFailure, type Failure } from './failure.ts'
import { type Malformed, readPythonJson } from './python-json.ts'

/** Whatever walks a body by recursion may rely on this: deeper ones never get that far. */
const maxDepth = 64

const nativeJson = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    // Not swallowed: the slower reader runs next and finds the place and the words, or NaN, which it accepts.
    return undefined
  }
}

/** How many code points stand before the first byte that is no UTF-8. */
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

/** JSON as Python's json module reads it and words its errors; a byte order mark is no error. */
export const readJson = (bytes: Uint8Array): { ok: true; value: unknown } | { ok: false; failure: Failure } => {
  const found = read(bytes)
  if ('value' in found) return { ok: true, value: found.value }
  const { error, position } = found
  return { ok: false, failure: createFailure('json_invalid', ['body', position], 'JSON decode error', {}, { error }) }
}
