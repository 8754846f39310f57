const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** The five XML entities, and numeric character references. */
export const unescapeXml = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi, (whole, hex, decimal, name) => {
        if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole
      })
    : text

/** Cell text: characters that XML cannot contain are written as `_x000D_`, and line breaks become one character. */
export const cellText = (raw: string): string => {
  const text = unescapeXml(raw)
  const plain = text.includes('_x')
    ? text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
  return plain.includes('\r\n') ? plain.replaceAll('\r\n', '\n') : plain
}

const isBlank = (code: number): boolean => code <= 32

/**
 * An attribute of a tag; undefined if there is none of that name. A name that starts with a colon matches any prefix.
 * Scans instead of parsing all attributes, because it is called for millions of tags.
 */
export const attributeOf = (tag: string, wanted: string): string | undefined => {
  const anyPrefix = wanted.startsWith(':')
  let at = 0
  while (at < tag.length && !isBlank(tag.charCodeAt(at))) at++
  while (at < tag.length) {
    while (at < tag.length && isBlank(tag.charCodeAt(at))) at++
    const start = at
    const equals = tag.indexOf('=', at)
    if (equals === -1) return undefined
    let end = equals
    while (end > start && isBlank(tag.charCodeAt(end - 1))) end--
    at = equals + 1
    while (at < tag.length && isBlank(tag.charCodeAt(at))) at++
    const mark = tag[at]
    if (mark !== '"' && mark !== "'") return undefined
    const close = tag.indexOf(mark, at + 1)
    if (close === -1) return undefined
    const isWanted = anyPrefix
      ? tag.slice(start, end).endsWith(wanted)
      : end - start === wanted.length && tag.startsWith(wanted, start)
    if (isWanted) return unescapeXml(tag.slice(at + 1, close))
    at = close + 1
  }
  return undefined
}

/** True for the attribute values that mean true. */
export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

/** A whole number from an attribute; undefined if it is not one, or negative. */
export const countOf = (value: string | undefined): number | undefined =>
  value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined

/** Copies a substring, so that it does not keep the whole chunk of the file in memory. */
export const detached = (text: string): string => (text.length < 13 ? text : ` ${text}`.slice(1))
