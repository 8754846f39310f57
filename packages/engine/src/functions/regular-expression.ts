import { valueError } from '@deal-canvas/workbook-reader'
import { fail } from './definition.ts'

/** Maximum length of a pattern: longer than any real one. */
const longest = 1_000

const repeats = /[+*]|\{\d+(?:,\d*)?\}/y

/** Whether a repeated group contains a repetition: such patterns can take exponential time. */
const runsAway = (pattern: string): boolean => {
  const plain = pattern.replaceAll(/\\./gs, 'x').replaceAll(/\[[^\]]*\]/g, 'x')
  const groups: boolean[] = [false]
  for (let at = 0; at < plain.length; at++) {
    const letter = plain.charAt(at)
    repeats.lastIndex = at
    if (letter === '(') groups.push(false)
    else if (letter === ')') {
      const inner = groups.pop() ?? false
      repeats.lastIndex = at + 1
      if (inner && repeats.test(plain)) return true
      if (inner) groups[groups.length - 1] = true
    } else if (repeats.test(plain)) groups[groups.length - 1] = true
  }
  return false
}

const named: Record<string, string> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\s',
  punct: '!-\\/:-@\\[-`{-~',
}

/** An Excel regular expression; one that is invalid or could take exponential time is #VALUE!. */
export const regularExpression = (pattern: string, caseMatters: boolean, every = false): RegExp => {
  if (pattern.length > longest || runsAway(pattern)) fail(valueError)
  const spelt = pattern
    .replaceAll(/\[:(\w+):\]/g, (whole, name: string) => named[name] ?? whole)
    .replace(/^\(\?i\)/, '')
  const anyCase = !caseMatters || pattern.startsWith('(?i)')
  try {
    return new RegExp(spelt, `${every ? 'g' : ''}${anyCase ? 'i' : ''}u`)
  } catch {
    return fail(valueError)
  }
}
