/** Thrown where inputs cannot go together as asked. */
export class ImpossibleCorrelation extends Error {
  constructor() {
    super('These correlations contradict one another')
    this.name = 'ImpossibleCorrelation'
  }
}

/** The lower triangle whose product with itself is the matrix. Correlations that contradict one another have none. */
export const choleskyOf = (matrix: readonly (readonly number[])[]): number[][] => {
  const lower = matrix.map((row) => row.map(() => 0))
  matrix.forEach((row, i) => {
    for (let j = 0; j <= i; j++) {
      let rest = row[j] ?? 0
      for (let k = 0; k < j; k++) rest -= (lower[i]?.[k] ?? 0) * (lower[j]?.[k] ?? 0)
      const line = lower[i] as number[]
      if (i !== j) {
        const pivot = lower[j]?.[j] ?? 0
        line[j] = pivot === 0 ? 0 : rest / pivot
      } else if (rest < -1e-9) throw new ImpossibleCorrelation()
      else line[j] = Math.sqrt(Math.max(rest, 0))
    }
  })
  return lower
}
