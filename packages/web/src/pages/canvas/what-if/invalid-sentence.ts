import type { InvalidTrials } from '@deal-canvas/contract'
import { whatIfMessages } from '../../../messages/what-if.ts'

const causes: Readonly<Record<string, string>> = {
  not_a_number: whatIfMessages.invalidText(),
  not_converged: whatIfMessages.invalidNotConverged(),
  '#NUM!': whatIfMessages.invalidNum(),
}

/** "12 of 1,000 trials produced no number and are excluded: 12 × #DIV/0!." */
export const invalidSentence = ({ total, reasons }: InvalidTrials, samples: number): string => {
  const counted = Object.entries(reasons).map(([reason, count]) =>
    whatIfMessages.invalidReason({ count, reason: causes[reason] ?? reason }),
  )
  return whatIfMessages.invalidTrials({ invalid: total, trials: samples, reasons: counted.join(', ') })
}
