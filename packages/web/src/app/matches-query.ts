const marks = /\p{M}/gu
const between = /[^\p{L}\p{N}]+/u

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(marks, '')
    .toLowerCase()
    .split(between)
    .filter((word) => word !== '')

/** Whether each typed word is a prefix of a word of the name, in any order, ignoring accents. */
export const matchesQuery = (typed: string, name: string): boolean => {
  const words = wordsOf(name)
  return wordsOf(typed).every((start) => words.some((word) => word.startsWith(start)))
}
