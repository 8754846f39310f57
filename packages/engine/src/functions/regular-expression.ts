import { valueError } from '../value/error-value.ts'
import { fail } from './definition.ts'

/** A pattern longer than any that people write would only cost time. */
const longest = 1_000

const repeats = /[+*]|\{\d+(?:,\d*)?\}/y

/** Whether a group that repeats holds something that repeats: such patterns can run without end. */
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

/** A pattern as Excel has it; one that cannot be read, or could run without end, is #VALUE!. */
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
