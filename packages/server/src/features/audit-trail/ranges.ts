/** Converts ascending numbers to inclusive ranges, because erased events are often consecutive. */
export const rangesOf = (numbers: readonly number[]): [from: number, to: number][] => {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last !== undefined && number === last[1] + 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges
}
