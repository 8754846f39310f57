/** The unit of a number, if the text states it. */
export type SaidUnit = 'currency' | 'percentage_points' | 'multiple_x' | 'months' | 'plain'

export interface SaidNumber {
  /** As written in the text. */
  text: string
  at: number
  value: number
  unit: SaidUnit
  /** Half a unit of its last digit: 5.3 % in a text agrees with 5.25 %. */
  tolerance: number
}

const scales: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mm: 1e6,
  mn: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
}

const form =
  /(?<![\p{L}\p{N}[_.,])(?<sign>[-−(]?)(?<money>[$€£]\s?)?(?<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:\s?(?<scale>thousand|million|billion|bn|mm|mn|[kmb])(?![\p{L}\p{N}]))?(?:\s?(?<unit>%|percent\b|percentage points?\b|bps\b|basis points?\b|x(?![\p{L}\p{N}])|times\b|months?\b|years?\b))?(?![\p{L}\p{N}_\]])/giu

const unitOf = (money: string | undefined, unit: string): [SaidUnit, number] => {
  if (money !== undefined) return ['currency', 1]
  if (/^(?:%|percent)/.test(unit)) return ['percentage_points', 1]
  if (/^(?:bps|basis)/.test(unit)) return ['percentage_points', 0.01]
  if (/^(?:x|times)/.test(unit)) return ['multiple_x', 1]
  if (/^month/.test(unit)) return ['months', 1]
  if (/^year/.test(unit)) return ['months', 12]
  return ['plain', 1]
}

/** Dates and years are not figures of a deal. */
const isDate = (digits: string, unit: SaidUnit, before: string, after: string): boolean =>
  unit === 'plain' && (/^(?:19|20)\d\d$/.test(digits) || /[-/]$/.test(before) || /^[-/]\d/.test(after))

/** Returns the numbers in a text, in order. Skips metric tokens, because they show the model's own values. */
export const numbersInText = (text: string): SaidNumber[] =>
  [...text.matchAll(form)].flatMap(({ 0: found, index, groups = {} }) => {
    const { sign = '', money, digits = '', scale = '', unit: said = '' } = groups
    // A parenthesis that does not close right after the number is an aside, not a minus sign: "(5.2% going in)".
    const isAside = sign === '(' && text[index + found.length] !== ')'
    const whole = isAside ? found.slice(1) : found
    const at = isAside ? index + 1 : index
    const [unit, step] = unitOf(money, said.toLowerCase())
    if (isDate(digits, unit, text.slice(Math.max(0, at - 1), at), text.slice(at + whole.length, at + whole.length + 2)))
      return []
    const factor = (scales[scale.toLowerCase()] ?? 1) * step
    const decimals = digits.split('.')[1]?.length ?? 0
    const amount = Number(digits.replaceAll(',', '')) * (sign === '' || isAside ? 1 : -1)
    return [
      {
        text: whole.trim(),
        at,
        value: Number((amount * factor).toPrecision(15)),
        unit,
        tolerance: 0.5 * 10 ** -decimals * factor,
      },
    ]
  })
