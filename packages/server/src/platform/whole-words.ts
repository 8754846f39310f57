const endsInWord = /[\p{L}\p{N}\p{M}_]$/u
const beginsWithWord = /^[\p{L}\p{N}\p{M}_]/u
/** Characters that join the parts of an address or a compound word. */
const joins = new Set(['.', '-', '+', '%', '@'])

/** Looks at two UTF-16 code units, because a character can take two. */
const isAfterWord = (text: string, at: number): boolean => endsInWord.test(text.slice(Math.max(0, at - 2), at))
const isBeforeWord = (text: string, at: number): boolean => beginsWithWord.test(text.slice(at, at + 2))

const isWhole = (text: string, from: number, to: number): boolean =>
  !isAfterWord(text, from) &&
  !(joins.has(text[from - 1] ?? '') && isAfterWord(text, from - 1)) &&
  !isBeforeWord(text, to) &&
  !(joins.has(text[to] ?? '') && isBeforeWord(text, to + 1))

/** Replaces a name or an address only as a whole word, not inside a longer word, name or address. */
export const replaceWhole = (text: string, erased: string, replacement: string): string => {
  if (erased === '') return text
  let left = ''
  let done = 0
  for (let at = text.indexOf(erased); at >= 0; at = text.indexOf(erased, at + erased.length)) {
    if (!isWhole(text, at, at + erased.length)) continue
    left += text.slice(done, at) + replacement
    done = at + erased.length
  }
  return left + text.slice(done)
}
