import { catalogue } from '../metrics/catalogue/catalogue.ts'
import { matchLabel } from '../metrics/match-label.ts'

/** No key is longer; a long text must not delay the response. */
const maxKeyLength = 80

/** The edit distance between two texts. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (let r = 1; r <= a.length; r++) {
    const next = [r]
    for (let c = 1; c <= b.length; c++) {
      const exchanged = (row[c - 1] ?? 0) + (a[r - 1] === b[c - 1] ? 0 : 1)
      next.push(Math.min(exchanged, (row[c] ?? 0) + 1, (next[c - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

const wordsOf = (key: string): string[] => key.split('_').filter((word) => word !== 'pct' && word !== 'months')

/** The keys closest to a text, by words in common, then by edit distance. */
export const nearestMetricKeys = (
  text: string,
  keys: readonly string[] = catalogue.map(({ key }) => key),
  limit = 3,
): string[] => {
  const wanted = text.slice(0, maxKeyLength).toLowerCase().trim().replaceAll(/\W+/g, '_')
  const words = new Set(wordsOf(wanted))
  return keys
    .map((key) => {
      const own = wordsOf(key)
      const common = own.filter((word) => words.has(word)).length
      return { key, common: (2 * common) / (own.length + words.size), distance: distance(wanted, key) }
    })
    .sort((a, b) => b.common - a.common || a.distance - b.distance || (a.key < b.key ? -1 : 1))
    .slice(0, limit)
    .map(({ key }) => key)
}

/**
 * The metric that a text names: by its key, by the key without its unit, or by one of its labels; only among `keys`.
 */
export const findMetricKey = (text: string, keys: readonly string[]): string | undefined => {
  const wanted = text.slice(0, maxKeyLength).trim()
  const known = new Set(keys)
  const written = [wanted, `${wanted}_pct`, `${wanted}_months`].find((key) => known.has(key))
  if (written !== undefined) return written
  const named = matchLabel(wanted.replaceAll('_', ' '), undefined).filter(({ kind }) => known.has(kind.key))
  return named.length === 1 ? named[0]?.kind.key : undefined
}
