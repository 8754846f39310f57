const directions = new Set(['+', '-'])

export const isSubset = (part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean =>
  [...part].every((word) => whole.has(word))
export const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => a.size === b.size && isSubset(a, b)
export const union = (...sets: readonly ReadonlySet<string>[]): Set<string> => new Set(sets.flatMap((set) => [...set]))
export const withoutDirections = (words: ReadonlySet<string>): Set<string> =>
  new Set([...words].filter((word) => !directions.has(word)))
