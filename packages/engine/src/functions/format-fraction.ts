import type { Token } from './format-code.ts'
import { cut, isDigit, layWhole, plain } from './format-digits.ts'

/** Limit of denominators: numbers have no more digits, so the search would not end. */
const largestBottom = 1e9

/** The nearest fraction with a denominator up to the limit. */
const nearestFraction = (value: number, maxBottom: number): [top: number, bottom: number] => {
  let [lowTop, lowBottom, highTop, highBottom] = [Math.floor(value), 1, 1, 0]
  let best: [number, number] = [lowTop, 1]
  let rest = value - lowTop
  while (rest > 1e-12) {
    const inverse = 1 / rest
    const term = Math.floor(inverse)
    const next: [number, number] = [term * lowTop + highTop, term * lowBottom + highBottom]
    if (next[1] > maxBottom) {
      const partial = Math.floor((maxBottom - highBottom) / lowBottom)
      const between: [number, number] = [partial * lowTop + highTop, partial * lowBottom + highBottom]
      return Math.abs(between[0] / between[1] - value) < Math.abs(best[0] / best[1] - value) ? between : best
    }
    ;[highTop, highBottom, lowTop, lowBottom] = [lowTop, lowBottom, ...next]
    best = next
    rest = inverse - term
  }
  return best
}

/** A number without its sign as a fraction: `1 1/2`, or with a fixed denominator as in `# ?/8`. */
export const fractionText = (size: number, tokens: readonly Token[]): string => {
  const [before, after = []] = cut(tokens, 'slash')
  const end = before.findLastIndex(isDigit)
  let start = end
  while (start > 0 && before[start - 1]?.kind === 'digit') start -= 1
  const [whole, top] = [before.slice(0, start), before.slice(start)]
  const fixed = /^\d+/.exec(
    after.map((token) => (token.kind === 'literal' || token.kind === 'digit' ? token.text : ' ')).join(''),
  )?.[0]
  const mixed = whole.some(isDigit)
  const maxBottom = Math.min(10 ** after.filter(isDigit).length, largestBottom) - 1
  const bottomFixed = fixed === undefined || Number(fixed) === 0 ? undefined : Number(fixed)
  const [numerator, denominator] =
    bottomFixed === undefined ? nearestFraction(size, maxBottom) : [Math.round(size * bottomFixed), bottomFixed]
  const units = mixed ? Math.floor(numerator / denominator) : 0
  const above = numerator - units * denominator
  const shownUnits = units === 0 && above !== 0 ? '' : units === 0 ? '0' : String(units)
  const lead = mixed ? layWhole(whole, shownUnits, false) : whole.map(plain).join('')
  const written = `${layWhole(top, String(above), false)}/`
  const tail =
    bottomFixed === undefined ? String(denominator).padEnd(after.filter(isDigit).length, ' ') : String(denominator)
  const closing = after.filter(
    (token, place) => token.kind === 'literal' && !(bottomFixed !== undefined && place < String(bottomFixed).length),
  )
  const suffix = closing.map(plain).join('')
  return mixed && above === 0
    ? `${lead}${' '.repeat(written.length + tail.length)}${suffix}`
    : `${lead}${written}${tail}${suffix}`
}
