/** A token of a pattern: a letter, `?` or `*`. */
type Piece = string | { readonly any: 'one' | 'many' }

const pieces = (pattern: string): Piece[] => {
  const found: Piece[] = []
  const letters = pattern.toLowerCase()
  for (let n = 0; n < letters.length; n++) {
    const letter = letters.charAt(n)
    const next = letters.charAt(n + 1)
    if (letter === '~' && (next === '*' || next === '?' || next === '~')) {
      found.push(next)
      n += 1
    } else if (letter === '*') {
      if (typeof found.at(-1) === 'string' || found.length === 0 || !isMany(found.at(-1))) found.push({ any: 'many' })
    } else found.push(letter === '?' ? { any: 'one' } : letter)
  }
  return found
}

const isMany = (piece: Piece | undefined): boolean => typeof piece === 'object' && piece.any === 'many'

/**
 * The end of a match that starts at a position; undefined if there is none. Backtracking only to the last `*` keeps the
 * cost quadratic, while a regular expression would try every division of the text.
 */
const matchEnd = (wanted: readonly Piece[], text: string, start: number, toEnd: boolean): number | undefined => {
  let [at, piece] = [start, 0]
  let [star, resume] = [-1, start]
  while (true) {
    const current = wanted[piece]
    if (current === undefined && (!toEnd || at === text.length)) return at
    if (isMany(current)) {
      star = piece
      resume = at
      piece += 1
    } else if (
      current !== undefined &&
      at < text.length &&
      (typeof current === 'object' || current === text.charAt(at))
    ) {
      at += 1
      piece += 1
    } else if (star !== -1 && resume < text.length) {
      resume += 1
      at = resume
      piece = star + 1
    } else return undefined
  }
}

export const hasWildcard = (pattern: string): boolean => /[*?~]/.test(pattern)

/** Whether a whole text matches the pattern, case-insensitively: `?` is any letter, `*` any number of letters. */
export const wildcardMatcher = (pattern: string): ((text: string) => boolean) => {
  const wanted = pieces(pattern)
  return (text) => matchEnd(wanted, text.toLowerCase(), 0, true) !== undefined
}

/** The first position, at or after the given one, at which a text matches the pattern; -1 if none. */
export const findWildcard = (pattern: string, text: string, from: number): number => {
  const wanted = pieces(pattern)
  const letters = text.toLowerCase()
  for (let start = from; start <= letters.length; start++)
    if (matchEnd(wanted, letters, start, false) !== undefined) return start
  return -1
}
