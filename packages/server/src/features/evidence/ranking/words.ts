/** They carry no meaning and occur in every text. */
const stopWords = new Set(
  `a about all also am an and any are as at be been before but by can could did do does each every for from get gets go
  goes had has have he her his how i if in into is it its many may me more most much must my no not of on one or other
  our out own per shall she should so some such than that the their them then there these they this those to today too
  under up us was we were what when where which while who whom whose why will with would you your`.split(/\s+/),
)

export const isStopWord = (word: string): boolean => stopWords.has(word)

/** Lower-case words and numbers, in order. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .match(/[\p{L}\p{N}]+(?:[.,]\p{N}+)*/gu) ?? []

const endings: readonly (readonly [ending: string, replacement: string])[] = [
  ['ations', 'at'],
  ['ation', 'at'],
  ['ments', 'ment'],
  ['ing', ''],
  ['ies', 'y'],
  ['ied', 'y'],
  ['ers', 'er'],
  ['ed', ''],
  ['es', ''],
  ['s', ''],
  ['ly', ''],
]

const withoutEnding = (word: string): string => {
  for (const [ending, replacement] of endings) {
    if (!word.endsWith(ending) || word.length - ending.length < 3) continue
    if (ending === 's' && /(?:ss|us|is)$/.test(word)) continue
    return word.slice(0, -ending.length) + replacement
  }
  return word
}

/** Makes "rents", "rented" and "renting" equal. Numbers and short words stay as they are. */
export const stemOf = (word: string): string => {
  if (word.length < 4 || /\d/.test(word)) return word
  const bare = withoutEnding(word)
  const single = /([^ls])\1$/.test(bare) ? bare.slice(0, -1) : bare
  return single.length > 4 && single.endsWith('e') ? single.slice(0, -1) : single
}

/** The stems of a text between spaces, so that a phrase is found with `includes(' phrase ')`. */
export const stemmedText = (text: string): string => ` ${wordsOf(text).map(stemOf).join(' ')} `
