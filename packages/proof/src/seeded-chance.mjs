// Repeatable randomness: the same seed makes the same choices.
export const createChance = (seed) => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count) => Math.floor(next() * count)
  return {
    below,
    is: (share) => next() < share,
    pick: (list) => list[below(list.length)],
    shuffled: (list) =>
      list
        .map((item) => [next(), item])
        .toSorted(([a], [b]) => a - b)
        .map(([, item]) => item),
  }
}
