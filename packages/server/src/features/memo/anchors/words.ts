import type { Budget } from './budget.ts'

// In scripts without spaces, each character is a word. Written as a string because the compiler supports the v flag
// only for later targets.
const alone = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}]'
const letters = `[[\\p{L}\\p{N}\\p{M}]--${alone}]`
const word = new RegExp(`${alone}|${letters}+(?:[._,'’\\-]${letters}+)*`, 'gv')

/** Maps words to ids, ignoring case. A word has the same id in all texts that share the vocabulary. */
export interface Vocabulary {
  idOf(word: string): number
}

export const createVocabulary = (): Vocabulary => {
  const ids = new Map<string, number>()
  return {
    idOf: (word) => {
      const normal = word.toLowerCase()
      const known = ids.get(normal)
      if (known !== undefined) return known
      ids.set(normal, ids.size)
      return ids.size - 1
    },
  }
}

/** The words of a text in order, with their ids and positions. */
export interface Words {
  ids: number[]
  starts: number[]
  ends: number[]
}

export const readWords = (text: string, { idOf }: Vocabulary, budget: Budget): Words => {
  budget.spend(text.length)
  const words: Words = { ids: [], starts: [], ends: [] }
  for (const { 0: found, index } of text.matchAll(word)) {
    words.ids.push(idOf(found))
    words.starts.push(index)
    words.ends.push(index + found.length)
  }
  return words
}

/** Number of sorted values below the limit. */
export const countBelow = (sorted: readonly number[], limit: number): number => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? Number.POSITIVE_INFINITY) < limit) low = middle + 1
    else high = middle
  }
  return low
}
