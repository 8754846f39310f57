import type { InvalidTrials } from '@deal-canvas/contract'

const count = new Intl.NumberFormat('en-US')

const causes: Readonly<Record<string, string>> = {
  not_a_number: 'text or blank',
  not_converged: 'circular reference did not settle',
  '#NUM!': '#NUM! (no such return, or no solution found)',
}

/** "12 of 1,000 trials gave no number and are left out: #DIV/0! 12." */
export const invalidSentence = ({ total, reasons }: InvalidTrials, samples: number): string => {
  const why = Object.entries(reasons).map(([reason, n]) => `${causes[reason] ?? reason} ${count.format(n)}`)
  return `${count.format(total)} of ${count.format(samples)} trials gave no number and are left out: ${why.join(', ')}.`
}
