import { type Embeddings, unit } from './embeddings.ts'

const dimension = 512

/** Makes "rents", "rental" and "renting" match; a full stemmer would support one language only. */
const pieces = function* (word: string): Generator<[piece: string, weight: number]> {
  yield [word, 1]
  if (/\d/.test(word) || word.length < 3) return
  const marked = `<${word}>`
  for (let at = 0; at + 4 <= marked.length; at++) yield [marked.slice(at, at + 4), 0.35]
}

/** FNV-1a. */
const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 0
}

/** Stop words: they carry no meaning and occur in every text. */
const stopWords = new Set(
  `a about all also an and any are as at be been before but by can did do does each for from had has have how in into is
  it its last many may more most much no not of on one or other our own per shall she should so some such than that the
  their them then there these they this those to two under up us was we were what when where which while who whom whose
  why will with would you`.split(/\s+/),
)

const vectorOf = (text: string): Float32Array => {
  const counts = new Map<string, number>()
  for (const [word] of text
    .toLowerCase()
    .normalize('NFKC')
    .matchAll(/[\p{L}]+|\d+(?:[.,]\d+)*/gu)) {
    if (stopWords.has(word)) continue
    for (const [piece, weight] of pieces(word)) counts.set(piece, (counts.get(piece) ?? 0) + weight)
  }
  const vector = new Float32Array(dimension)
  for (const [piece, count] of counts) {
    const place = hash(piece)
    const at = place % dimension
    // The random sign makes features that collide in one dimension cancel out instead of adding up to a false
    // similarity.
    const sign = (place >>> 16) % 2 === 0 ? 1 : -1
    vector[at] = (vector[at] ?? 0) + sign * Math.sqrt(count)
  }
  return unit(vector)
}

/**
 * Built-in embeddings: texts that share words and parts of words are close. Needs no service, is cheap and gives the
 * same result on every machine.
 */
export const createLexicalEmbeddings = (): Embeddings => ({
  model: `lexical-${dimension}`,
  embed: async (texts) => texts.map(vectorOf),
})
