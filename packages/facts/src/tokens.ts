/** A word, number or punctuation mark with its span in the text. */
export interface Token {
  readonly from: number
  readonly to: number
  readonly text: string
  /** In lower case and in the singular: for comparison. */
  readonly word: string
  readonly isNumber: boolean
  /** Whether it follows the previous token without a space. */
  readonly isGlued: boolean
}

const pieces = /\d+(?:,\d{3})*(?:\.\d+)?|\p{L}+(?:['’]\p{L}+)?|\S/gu

const sameWord: Readonly<Record<string, string>> = {
  feet: 'foot',
  ft: 'foot',
  square: 'sq',
  avg: 'average',
  yr: 'year',
  mo: 'month',
  mth: 'month',
  amort: 'amortization',
  capitalisation: 'capitalization',
  amortisation: 'amortization',
  stabilised: 'stabilized',
  leveraged: 'levered',
  unleveraged: 'unlevered',
  adj: 'adjusted',
  mgmt: 'management',
  cheque: 'check',
  apt: 'apartment',
}

/** Their last letter is not a plural. */
const notPlural = new Set([
  'basis',
  'bps',
  'gross',
  'less',
  'plus',
  'is',
  'was',
  'has',
  'as',
  'this',
  'its',
  'us',
  'dues',
])

const singular = (word: string): string => {
  if (word.length <= 2 || notPlural.has(word) || word.endsWith('ss')) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** A word for comparison. */
export const plainWord = (text: string): string => {
  const word = singular(text.toLowerCase().replace(/['’]s?$/, ''))
  return Object.hasOwn(sameWord, word) ? (sameWord[word] ?? word) : word
}

/** Longer runs without a space are not words, and would be compared as a whole. */
const maxTokenLength = 60

/** Splits a text into words, numbers and punctuation marks. */
export const tokenize = (text: string, start = 0, end = text.length): Token[] => {
  const tokens: Token[] = []
  const part = text.slice(start, end)
  let last = -1
  for (const match of part.matchAll(pieces)) {
    const written = match[0]
    const isNumber = written.charCodeAt(0) >= 48 && written.charCodeAt(0) <= 57
    tokens.push({
      from: start + match.index,
      to: start + match.index + written.length,
      text: written,
      word: isNumber || written.length > maxTokenLength ? written : plainWord(written),
      isNumber,
      isGlued: match.index === last,
    })
    last = match.index + written.length
  }
  return tokens
}
