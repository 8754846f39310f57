import { strFromU8 } from 'fflate'
import { unreadable } from './unreadable.ts'
import type { Zip } from './zip.ts'

/** What is told of a part as it is read from start to end. Names come without prefix, tags as they are spelt. */
export interface XmlHandler {
  open(name: string, tag: string): void
  close?(name: string): void
  /** Pieces of text, entities and all: one text may come in many. */
  text?(piece: string): void
}

/** No tag, comment or declaration of a workbook is longer. */
const maxTagLength = 1024 * 1024
const deepest = 256
const [slash, colon, bang, question, quote, apostrophe, greater] = [47, 58, 33, 63, 34, 39, 62]

/** The place of the `>` of a tag, passing over those in attributes; -1: the tag goes on in the next piece. */
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

/** Tells the tags and texts of XML that arrives in pieces. It holds no more than one tag, and keeps no tree. */
export const createXmlScanner = (handler: XmlHandler, part: string) => {
  let rest = ''
  let depth = 0

  const keep = (from: string): void => {
    if (from.length > maxTagLength) unreadable('malformed', `The part ${part} has a tag that does not end`)
    rest = from
  }

  /** Comments, declarations and texts without entities; the place behind, or -1. */
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
      // Entities that are declared can multiply without end, or name files.
      return unreadable('malformed', `The part ${part} declares entities`)
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
    else if (++depth > deepest) unreadable('malformed', `The part ${part} is nested too deeply`)
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
      if (rest !== '' || depth !== 0) unreadable('malformed', `The part ${part} is cut off`)
    },
  }
}

/** How many of the bytes make whole characters: a piece may end in the middle of one. */
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

/** Reads a part of a package from start to end; false: there is none of that name. */
export const scanPart = (zip: Zip, part: string, handler: XmlHandler): boolean => {
  const scanner = createXmlScanner(handler, part)
  let left = new Uint8Array() as Uint8Array
  let isFirst = true
  const found = zip.read(part, (piece) => {
    if (isFirst && (piece[0] === 0xff || piece[0] === 0xfe || piece[1] === 0))
      unreadable('malformed', `The part ${part} is not written in UTF-8`)
    const bytes = left.length === 0 ? piece : joined(left, piece)
    const whole = wholeCharacters(bytes)
    const text = strFromU8(bytes.subarray(0, whole))
    left = bytes.slice(whole)
    scanner.push(isFirst && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
    isFirst = false
  })
  scanner.end()
  return found
}
