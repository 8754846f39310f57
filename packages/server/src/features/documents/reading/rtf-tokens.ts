/** A step of a rich text file. */
export type RtfToken =
  | { kind: 'open' }
  | { kind: 'close' }
  | { kind: 'word'; word: string; number: number | undefined }
  | { kind: 'symbol'; symbol: string }
  /** A byte in the encoding of the font. */
  | { kind: 'byte'; byte: number }
  | { kind: 'text'; text: string }

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
const isDigit = (code: number): boolean => code >= 48 && code <= 57
const maxWordLength = 32

/** Splits rich text into groups, control words and text, in linear time. */
export function* rtfTokens(source: string): Generator<RtfToken> {
  let at = 0
  const word = (): RtfToken => {
    let end = at + 1
    while (end < source.length && end - at <= maxWordLength && isLetter(source.charCodeAt(end))) end++
    const name = source.slice(at + 1, end)
    const from = end
    if (source[end] === '-') end++
    while (end < source.length && end - from < 11 && isDigit(source.charCodeAt(end))) end++
    const digits = source.slice(from, end)
    at = source[end] === ' ' ? end + 1 : end
    const number = digits === '' || digits === '-' ? undefined : Number(digits)
    // Binary data: its bytes can be anything, also braces.
    if (name === 'bin' && number !== undefined) at += Math.max(0, number)
    return { kind: 'word', word: name, number }
  }
  const control = (): RtfToken => {
    const next = source[at + 1] ?? ''
    if (isLetter(next.charCodeAt(0))) return word()
    if (next === "'") {
      const byte = Number.parseInt(source.slice(at + 2, at + 4), 16)
      at += 4
      return Number.isNaN(byte) ? { kind: 'text', text: '' } : { kind: 'byte', byte }
    }
    at += 2
    return { kind: 'symbol', symbol: next }
  }
  while (at < source.length) {
    const letter = source[at]
    if (letter === '{' || letter === '}') {
      at += 1
      yield letter === '{' ? { kind: 'open' } : { kind: 'close' }
    } else if (letter === '\\') yield control()
    else {
      let end = at + 1
      while (end < source.length && !'{}\\'.includes(source[end] ?? '')) end++
      yield { kind: 'text', text: source.slice(at, end).replaceAll(/[\r\n]/g, '') }
      at = end
    }
  }
}
