import { kindOf, normalizeLabel } from '@deal-canvas/engine'
import type { MetricRow } from '../../metrics/index.ts'
import type { SaidNumber, SaidUnit } from './numbers-in-text.ts'

/** How the model relates to a number in a text. */
export interface JudgedNumber {
  said: SaidNumber
  metric: MetricRow | undefined
  verdict: 'agrees' | 'differs' | 'unknown'
}

const goesWith: Readonly<Record<SaidUnit, readonly MetricRow['unit'][]>> = {
  currency: ['currency'],
  percentage_points: ['percentage_points'],
  multiple_x: ['multiple_x', 'ratio'],
  months: ['months'],
  plain: ['count', 'square_feet', 'ratio', 'multiple_x', 'currency', 'months'],
}

const reach = 70

/** Without words next to it, a number is matched by value alone, and a short one could be anything. */
const leastDigits = 4

const digitsOf = ({ text }: SaidNumber): number => text.replaceAll(/\D/g, '').replace(/^0+/, '').length

const agrees = ({ value, tolerance }: SaidNumber, metric: MetricRow): boolean =>
  metric.value !== null && Math.abs(metric.value - value) <= tolerance * (1 + 1e-9)

const words = (text: string): string => ` ${normalizeLabel(text)} `

/** Returns the length of the longest name of the metric next to the number; 0 if there is none. */
const named = (metric: MetricRow, beside: string): number => {
  const kind = kindOf(metric.metricKey)
  const names = [metric.label, ...(kind?.synonyms ?? [])].map(words).filter((name) => name.trim().length > 2)
  return Math.max(0, ...names.map((name) => (beside.includes(name) ? name.length : 0)))
}

/** Finds the metric of a number by the words next to it and its unit, and checks whether the model agrees. */
export const matchNumber = (said: SaidNumber, text: string, metrics: readonly MetricRow[]): JudgedNumber => {
  const judged = judge(said, text, metrics)
  if (judged.verdict === 'agrees' || !said.text.startsWith('(')) return judged
  // Parentheses mean a negative number in a table, but an aside in a sentence.
  const aside = judge({ ...said, value: -said.value }, text, metrics)
  return aside.verdict === 'agrees' ? aside : judged
}

const judge = (said: SaidNumber, text: string, metrics: readonly MetricRow[]): JudgedNumber => {
  const begin = Math.max(0, said.at - reach)
  // Stop at the previous number: in "NOI of 2.5 million and a cap rate of 5.2 %", the second number is the cap rate.
  const before = text.slice(begin, said.at).replace(/^.*\d[^\p{L}]*/su, '')
  const after = text.slice(said.at + said.text.length, said.at + said.text.length + reach).replace(/\d.*$/su, '')
  const possible = metrics.filter(({ unit, value }) => value !== null && goesWith[said.unit].includes(unit))
  for (const beside of [words(before), words(after)]) {
    const [best] = possible
      .map((metric) => ({ metric, letters: named(metric, beside) }))
      .filter(({ letters }) => letters > 0)
      .sort(
        (a, b) =>
          b.letters - a.letters ||
          Number(agrees(said, b.metric)) - Number(agrees(said, a.metric)) ||
          (a.metric.metricKey < b.metric.metricKey ? -1 : 1),
      )
    if (best !== undefined)
      return { said, metric: best.metric, verdict: agrees(said, best.metric) ? 'agrees' : 'differs' }
  }
  const alike = digitsOf(said) >= leastDigits ? possible.filter((metric) => agrees(said, metric)) : []
  return alike.length === 1
    ? { said, metric: alike[0], verdict: 'agrees' }
    : { said, metric: undefined, verdict: 'unknown' }
}
