import { kindOf, normalizeLabel } from '@deal-canvas/engine'
import type { MetricRow } from '../../metrics/metrics.service.ts'
import type { SaidNumber, SaidUnit } from './numbers-in-text.ts'

/** What the model says about a number of a text. */
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

/** Without words beside it a number is only known by itself, and a short one may be anything. */
const leastDigits = 4

const digitsOf = ({ text }: SaidNumber): number => text.replaceAll(/\D/g, '').replace(/^0+/, '').length

const agrees = ({ value, tolerance }: SaidNumber, metric: MetricRow): boolean =>
  metric.value !== null && Math.abs(metric.value - value) <= tolerance * (1 + 1e-9)

const words = (text: string): string => ` ${normalizeLabel(text)} `

/** How many letters of a name of the metric stand beside the number; 0: none does. */
const named = (metric: MetricRow, beside: string): number => {
  const kind = kindOf(metric.metricKey)
  const names = [metric.label, ...(kind?.synonyms ?? [])].map(words).filter((name) => name.trim().length > 2)
  return Math.max(0, ...names.map((name) => (beside.includes(name) ? name.length : 0)))
}

/** Which metric a number is, by the words beside it and its unit, and whether the model agrees. */
export const matchNumber = (said: SaidNumber, text: string, metrics: readonly MetricRow[]): JudgedNumber => {
  const judged = judge(said, text, metrics)
  if (judged.verdict === 'agrees' || !said.text.startsWith('(')) return judged
  // In brackets it is a loss in a table, and an aside in a sentence.
  const aside = judge({ ...said, value: -said.value }, text, metrics)
  return aside.verdict === 'agrees' ? aside : judged
}

const judge = (said: SaidNumber, text: string, metrics: readonly MetricRow[]): JudgedNumber => {
  const begin = Math.max(0, said.at - reach)
  // Up to the number before it: "NOI of 2.5 million and a cap rate of 5.2 %" names the cap rate for the second.
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
