import { simulationMessages as messages } from '../messages/simulation.ts'
import { ImpossibleSimulation } from './impossible.ts'

/** Thrown if the requested correlations are impossible. */
export class ImpossibleCorrelation extends ImpossibleSimulation {
  constructor() {
    super(messages.contradictingCorrelations())
    this.name = 'ImpossibleCorrelation'
  }
}

/** The lower triangle whose product with its transpose is the matrix. Contradictory correlations have none. */
export const choleskyOf = (matrix: readonly (readonly number[])[]): number[][] => {
  const lower: number[][] = []
  matrix.forEach((row, i) => {
    const line = row.map(() => 0)
    lower.push(line)
    for (let j = 0; j <= i; j++) {
      let rest = row[j] ?? 0
      for (let k = 0; k < j; k++) rest -= (line[k] ?? 0) * (lower[j]?.[k] ?? 0)
      if (i === j) {
        if (rest < -1e-9) throw new ImpossibleCorrelation()
        line[j] = Math.sqrt(Math.max(rest, 0))
        continue
      }
      const pivot = lower[j]?.[j] ?? 0
      // Two fully correlated inputs: a third cannot correlate with one of them and not with the other.
      if (pivot < 1e-7 && Math.abs(rest) > 1e-6) throw new ImpossibleCorrelation()
      line[j] = pivot < 1e-7 ? 0 : rest / pivot
    }
  })
  return lower
}
