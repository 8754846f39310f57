const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Longer than any real character in code units; guards against unlimited stacked combining marks. */
const maxGrapheme = 64

/** The first visible character of a name without letters, or a placeholder for an empty name. */
const firstGrapheme = (name: string): string => {
  const [first] = graphemes.segment(name.trim().slice(0, maxGrapheme))
  return first?.segment ?? '?'
}

/** At most two initials: from the first and the last word of the name. */
export const initials = (name: string): string => {
  const words = name
    .replace(/@.*/, '')
    .split(/[\s._]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  if (words.length === 0) return firstGrapheme(name)
  return ends
    .map((word = '') => word.match(/[\p{L}\p{N}]/u)?.[0] ?? '')
    .join('')
    .toUpperCase()
}

/** The same person has the same color on every page and device. */
export const hue = (id: string): number => {
  let sum = 0
  for (const char of id) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 360
  return sum
}
