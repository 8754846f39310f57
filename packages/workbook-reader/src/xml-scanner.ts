import { strFromU8 } from 'fflate'
import { unreadable } from './unreadable.ts'
import { unreadableMessages as messages } from './unreadable-messages.ts'
import type { Zip } from './zip.ts'

/** Callbacks for a part as it is parsed. Names have no prefix, tags are raw. */
export interface XmlHandler {
  open(name: string, tag: string): void
  close?(name: string): void
  /** Chunks of raw text, with entities: one text can arrive in several chunks. */
  text?(piece: string): void
}

/** Maximum length of a tag, comment or declaration in a workbook. */
const maxTagLength = 1024 * 1024
const deepest = 256
const [slash, colon, bang, question, quote, apostrophe, greater] = [47, 58, 33, 63, 34, 39, 62]

/** The position of the `>` of a tag, skipping those in attributes; -1 if the tag continues in the next chunk. */
const tagEnd = (text: string, from: number): number => {
  let open = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (open !== 0) {
      if (code === open) open = 0
    } else if (code === greater) return at
    else if (code === quote || code === apostrophe) open = code
  }
  return -1
}

/** The name at the start of a tag, without prefix. */
const nameOf = (text: string, from: number, to: number): string => {
  let start = from
  let at = from
  for (; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code <= 32 || code === slash) break
    if (code === colon) start = at + 1
  }
  return text.slice(start, at)
}

/** A streaming XML parser for input in chunks. It buffers at most one tag and builds no tree. */
export const createXmlScanner = (handler: XmlHandler, part: string) => {
  let rest = ''
  let depth = 0

  const keep = (from: string): void => {
    if (from.length > maxTagLength) unreadable('malformed', messages.partUnclosedTag({ part }))
    rest = from
  }

  /** Skips comments, declarations and CDATA; returns the position after them, or -1 if incomplete. */
  const special = (text: string, at: number): number => {
    const [start, stop] =
      text.charCodeAt(at + 1) === question
        ? ['<?', '?>']
        : text.startsWith('<!--', at)
          ? ['<!--', '-->']
          : text.startsWith('<![CDATA[', at)
            ? ['<![CDATA[', ']]>']
            : ['', '']
    if (start === '') {
      if (text.length - at < 9) return -1
      // Declared entities can expand without limit or refer to files.
      return unreadable('malformed', messages.partEntities({ part }))
    }
    const end = text.indexOf(stop, at + start.length)
    if (end === -1) return -1
    if (start === '<![CDATA[') handler.text?.(text.slice(at + 9, end).replaceAll('&', '&amp;'))
    return end + stop.length
  }

  const tag = (text: string, at: number): number => {
    const end = tagEnd(text, at + 1)
    if (end === -1) return -1
    if (text.charCodeAt(at + 1) === slash) {
      depth -= 1
      handler.close?.(nameOf(text, at + 2, end))
      return end + 1
    }
    const name = nameOf(text, at + 1, end)
    const isEmpty = text.charCodeAt(end - 1) === slash
    handler.open(name, text.slice(at + 1, isEmpty ? end - 1 : end))
    if (isEmpty) handler.close?.(name)
    else if (++depth > deepest) unreadable('malformed', messages.partTooDeep({ part }))
    return end + 1
  }

  return {
    push: (piece: string): void => {
      const text = rest === '' ? piece : rest + piece
      rest = ''
      let at = 0
      while (at < text.length) {
        const next = text.indexOf('<', at)
        if (next !== at) handler.text?.(next === -1 ? text.slice(at) : text.slice(at, next))
        if (next === -1) return
        const code = text.charCodeAt(next + 1)
        const behind = code === bang || code === question ? special(text, next) : tag(text, next)
        if (behind === -1) keep(text.slice(next))
        at = behind === -1 ? text.length : behind
      }
    },
    end: (): void => {
      if (rest !== '' || depth !== 0) unreadable('malformed', messages.partIncomplete({ part }))
    },
  }
}

/** How many of the bytes form complete characters: a chunk can end in the middle of one. */
const wholeCharacters = (bytes: Uint8Array): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

const joined = (a: Uint8Array, b: Uint8Array): Uint8Array => {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

/** Parses XML in UTF-8 that arrives in chunks. */
const createByteScanner = (handler: XmlHandler, part: string) => {
  const scanner = createXmlScanner(handler, part)
  let left = new Uint8Array() as Uint8Array
  let isFirst = true
  return {
    push: (piece: Uint8Array): void => {
      if (isFirst && (piece[0] === 0xff || piece[0] === 0xfe || piece[1] === 0))
        unreadable('malformed', messages.partNotUtf8({ part }))
      const bytes = left.length === 0 ? piece : joined(left, piece)
      const whole = wholeCharacters(bytes)
      const text = strFromU8(bytes.subarray(0, whole))
      left = bytes.slice(whole)
      scanner.push(isFirst && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
      isFirst = false
    },
    end: scanner.end,
  }
}

/** Parses a part of a package; false if there is no part of that name. */
export const scanPart = (zip: Zip, part: string, handler: XmlHandler): boolean => {
  const scanner = createByteScanner(handler, part)
  const found = zip.read(part, scanner.push)
  scanner.end()
  return found
}

const fileChunk = 256 * 1024

/** Parses a file that is XML without a package. */
export const scanFile = (bytes: Uint8Array, handler: XmlHandler): void => {
  const scanner = createByteScanner(handler, 'document')
  for (let from = 0; from < bytes.length; from += fileChunk) scanner.push(bytes.subarray(from, from + fileChunk))
  scanner.end()
}
