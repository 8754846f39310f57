const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** The five entities of XML, and characters by number. */
export const unescapeXml = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi, (whole, hex, decimal, name) => {
        if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole
      })
    : text

/** Text of a cell: characters that XML cannot hold are spelt `_x000D_`, and lines end with one character. */
export const cellText = (raw: string): string => {
  const text = unescapeXml(raw)
  const plain = text.includes('_x')
    ? text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
  return plain.includes('\r\n') ? plain.replaceAll('\r\n', '\n') : plain
}

const isBlank = (code: number): boolean => code <= 32

/**
 * An attribute of a tag; undefined: it has none of that name. A name that starts with a colon may have any prefix.
 * Attributes are looked for one by one, because a million tags are asked.
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

/** Whether an attribute says yes. */
export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

/** A whole number from an attribute; undefined: it is none, or negative. */
export const countOf = (value: string | undefined): number | undefined =>
  value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined

/** A copy that does not hold on to the text it was cut from, which is a piece of the file. */
export const detached = (text: string): string => (text.length < 13 ? text : ` ${text}`.slice(1))
