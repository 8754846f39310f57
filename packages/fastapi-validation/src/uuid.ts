const hyphenated = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const groupLengths = [8, 4, 4, 4, 12]
const lastGroupStart = 24

/** The text without a pair of braces or the URN prefix. */
const unwrap = (text: string): { inner: string; offset: number } => {
  if (text.length > 1 && text.startsWith('{') && text.endsWith('}')) return { inner: text.slice(1, -1), offset: 1 }
  if (text.startsWith('urn:uuid:')) return { inner: text.slice(9), offset: 9 }
  return { inner: text, offset: 0 }
}

/** Why the text is not a UUID, in the wording of the Rust crate behind Pydantic. Positions count bytes from 1. */
const whyNot = (text: string): string => {
  const { inner, offset } = unwrap(text)
  const strange = inner.search(/[^0-9a-f-]/iu)
  if (strange !== -1) {
    const found = String.fromCodePoint(inner.codePointAt(strange) ?? 0)
    return `invalid character: found \`${found}\` at ${Buffer.byteLength(inner.slice(0, strange)) + offset + 1}`
  }
  const groups = inner.split('-')
  if (groups.length === 1 && offset === 0)
    return `invalid length: expected length 32 for simple format, found ${text.length}`
  if (groups.length !== 5) return `invalid group count: expected 5, found ${groups.length}`
  const wrong = groups.slice(0, 4).findIndex((group, index) => group.length !== groupLengths[index])
  // The crate measures the last group from the whole text, so a closing brace counts; clients may rely on that number.
  const [group, found] = wrong === -1 ? [4, text.length - lastGroupStart] : [wrong, groups[wrong]?.length]
  return `invalid group length in group ${group}: expected ${groupLengths[group]}, found ${found}`
}

/** Parses a UUID in simple, hyphenated, braced or URN form; returns lower case with hyphens. */
export const readUuid = (text: string): { uuid: string } | { error: string } => {
  const simple = /^[0-9a-f]{32}$/i.test(text)
  const full = simple ? text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : unwrap(text).inner
  return hyphenated.test(full) ? { uuid: full.toLowerCase() } : { error: whyNot(text) }
}
