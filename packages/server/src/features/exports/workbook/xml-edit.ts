import { exportMessages as messages } from '../../../messages/exports.ts'
import { ExportProblem } from '../export-problem.ts'

/**
 * A part of a package as a text with one character per byte: tags of XML are ASCII, and everything else comes back
 * exactly as it was.
 */
export const textOfPart = (bytes: Uint8Array): string => {
  const isUtf16 = bytes[0] === 0xff || bytes[0] === 0xfe || bytes[1] === 0
  if (isUtf16) throw new ExportProblem(messages.encoding())
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

export const partOfText = (text: string): Uint8Array => Buffer.from(text, 'latin1')

/** A text for a part that is edited as one character per byte. */
export const asPartText = (text: string): string =>
  Buffer.from(
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  ).toString('latin1')

export interface Tag {
  /** Without prefix. */
  name: string
  /** Such as `x:`; empty: none. */
  prefix: string
  /** Position of `<`, and behind `>`. */
  start: number
  end: number
  isClosing: boolean
  isEmpty: boolean
}

const [slash, colon, quote, apostrophe, greater] = [47, 58, 34, 39, 62]

const behindTag = (xml: string, from: number): number => {
  let open = 0
  for (let at = from; at < xml.length; at++) {
    const code = xml.charCodeAt(at)
    if (open !== 0) {
      if (code === open) open = 0
    } else if (code === greater) return at + 1
    else if (code === quote || code === apostrophe) open = code
  }
  return -1
}

const specials = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/** The next tag at or behind a position; undefined: there is none. */
export const nextTag = (xml: string, from: number, part: string): Tag | undefined => {
  const malformed = (): never => {
    throw new ExportProblem(messages.malformed({ part }))
  }
  let start = xml.indexOf('<', from)
  for (;;) {
    if (start === -1) return undefined
    const special = specials.find(([open]) => xml.startsWith(open, start))
    if (special === undefined) break
    const end = xml.indexOf(special[1], start + special[0].length)
    if (end === -1) return malformed()
    start = xml.indexOf('<', end + special[1].length)
  }
  if (xml.startsWith('<!', start)) return malformed()
  const end = behindTag(xml, start + 1)
  if (end === -1) return malformed()
  const isClosing = xml.charCodeAt(start + 1) === slash
  const first = start + (isClosing ? 2 : 1)
  let local = first
  let at = first
  for (; at < end - 1; at++) {
    const code = xml.charCodeAt(at)
    if (code <= 32 || code === slash) break
    if (code === colon) local = at + 1
  }
  return {
    name: xml.slice(local, at),
    prefix: xml.slice(first, local),
    start,
    end,
    isClosing,
    isEmpty: xml.charCodeAt(end - 2) === slash,
  }
}

interface Attribute {
  name: string
  value: string
  /** Position of the space before the name, and behind the closing quotation mark. */
  start: number
  end: number
}

/** The attributes of a tag, with their positions in the tag. */
export const attributesOf = (tag: string): Attribute[] => {
  const found: Attribute[] = []
  let at = 0
  for (;;) {
    const equals = tag.indexOf('=', at)
    if (equals === -1) return found
    let open = equals + 1
    while (open < tag.length && tag.charCodeAt(open) <= 32) open += 1
    const close = tag.indexOf(tag.charAt(open), open + 1)
    if (close === -1) return found
    let last = equals
    while (last > at && tag.charCodeAt(last - 1) <= 32) last -= 1
    let first = last
    while (first > at && tag.charCodeAt(first - 1) > 32) first -= 1
    found.push({ name: tag.slice(first, last), value: tag.slice(open + 1, close), start: first - 1, end: close + 1 })
    at = close + 1
  }
}

/** A tag without some of its attributes; everything else stays as it is written. */
export const withoutAttributes = (tag: string, names: readonly string[]): string => {
  let rest = ''
  let at = 0
  for (const { name, start, end } of attributesOf(tag)) {
    if (!names.includes(name)) continue
    rest += tag.slice(at, start)
    at = end
  }
  return rest + tag.slice(at)
}
