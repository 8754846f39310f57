import type { Token } from './tokens.ts'

const small = new Map(
  [
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen',
    'eighteen nineteen',
  ]
    .join(' ')
    .split(' ')
    .map((word, value) => [word, value] as const),
)
const tens = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, place) => [word, (place + 2) * 10] as const),
)

const scales = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
])

/** The value of a number written in words that starts at a token, and the token after it: "one hundred and four". */
export const readNumberWords = (tokens: readonly Token[], at: number): { value: number; next: number } | undefined => {
  let total = 0
  let group = 0
  let place = at
  let last: 'none' | 'small' | 'tens' | 'hundred' | 'scale' = 'none'
  let limit = Number.POSITIVE_INFINITY
  for (; place < tokens.length; place++) {
    const word = (tokens[place]?.text ?? '').toLowerCase()
    const unit = small.get(word)
    const ten = tens.get(word)
    if (unit !== undefined) {
      if (last === 'small' || (last === 'tens' && (unit === 0 || unit > 9))) break
      group += unit
      last = 'small'
    } else if (ten !== undefined) {
      if (last === 'small' || last === 'tens') break
      group += ten
      last = 'tens'
    } else if (word === 'hundred' && (last === 'small' || last === 'tens') && group < 100) {
      group *= 100
      last = 'hundred'
    } else if (scales.has(word) && last !== 'none' && last !== 'scale' && (scales.get(word) ?? 0) < limit) {
      limit = scales.get(word) ?? 0
      total += group * limit
      group = 0
      last = 'scale'
    } else if (word === '-' || word === 'and') {
      // Only inside a number: "forty-two", "one hundred and four".
      const joins = word === '-' ? last === 'tens' : last === 'hundred' || last === 'scale'
      const next = (tokens[place + 1]?.text ?? '').toLowerCase()
      if (!joins || !(small.has(next) || tens.has(next))) break
    } else break
  }
  return last === 'none' ? undefined : { value: total + group, next: place }
}
