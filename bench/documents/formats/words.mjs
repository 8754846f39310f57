const marks = /[*#|•]/g

/** The words of a text without the marks of lists and tables. */
export const wordsOf = (text) =>
  text
    .normalize('NFKC')
    .replaceAll(marks, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))

/** Compares words in order by their longest common sequence; `changes` are the places where they differ. */
export const compareWords = (source, read) => {
  const width = read.length + 1
  const longest = new Uint32Array((source.length + 1) * width)
  for (let a = source.length - 1; a >= 0; a--)
    for (let b = read.length - 1; b >= 0; b--)
      longest[a * width + b] =
        source[a] === read[b]
          ? longest[(a + 1) * width + b + 1] + 1
          : Math.max(longest[(a + 1) * width + b], longest[a * width + b + 1])
  const changes = []
  let change
  const open = () => {
    if (change !== undefined) return change
    change = { missing: [], added: [] }
    changes.push(change)
    return change
  }
  for (let [a, b] = [0, 0]; a < source.length || b < read.length; ) {
    if (a < source.length && b < read.length && source[a] === read[b]) {
      change = undefined
      a += 1
      b += 1
    } else if (b >= read.length || (a < source.length && longest[(a + 1) * width + b] >= longest[a * width + b + 1]))
      open().missing.push(source[a++])
    else open().added.push(read[b++])
  }
  return { right: longest[0], changes }
}
