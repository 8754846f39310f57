// Counts the work of a function without a clock: how often V8 entered each block of code, and how many characters the
// built-in string functions scanned. The count is deterministic.
import { Session } from 'node:inspector'

const session = new Session()
session.connect()

const ask = (method, params) => {
  let answer
  session.post(method, params, (error, result) => {
    if (error) throw new Error(error.message)
    answer = result
  })
  return answer
}

let characters = 0

/** Characters that a call of a built-in string function scans: up to the match, or the whole text. */
const costs = {
  indexOf: (text, found, from = 0) => (found === -1 ? text.length - from : found - from),
  lastIndexOf: (text, found, from = text.length) => Math.min(from, text.length) - found,
  includes: (text) => text.length,
  split: (text) => text.length,
  replace: (text) => text.length,
  replaceAll: (text) => text.length,
  match: (text) => text.length,
  trim: (text, kept) => text.length - kept.length,
  trimEnd: (text, kept) => text.length - kept.length,
  trimStart: (text, kept) => text.length - kept.length,
  normalize: (text) => text.length,
  toLowerCase: (text) => text.length,
  toUpperCase: (text) => text.length,
}

/** Call this before loading the code to be counted: V8 counts only code compiled afterwards. */
export const beginCounting = () => {
  for (const [name, cost] of Object.entries(costs)) {
    const original = String.prototype[name]
    Object.defineProperty(String.prototype, name, {
      configurable: true,
      writable: true,
      value(...args) {
        const result = Reflect.apply(original, this, args)
        const text = String(this)
        characters += Math.max(0, cost(text, result, typeof args[1] === 'number' ? args[1] : undefined))
        return result
      },
    })
  }
  ask('Profiler.enable')
  ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
}

const isCounted = ({ url }) =>
  url.startsWith('file:') && !/\/text-work\/(measure|count-steps|typescript-hooks)\.mjs$/.test(url)

/** The number of steps that `work` takes. */
export const stepsOf = (work) => {
  ask('Profiler.takePreciseCoverage')
  characters = 0
  try {
    work()
  } catch (error) {
    // Rejecting a text is a valid outcome.
    if (!(error instanceof Error)) throw error
  }
  const went = characters
  const { result } = ask('Profiler.takePreciseCoverage')
  let blocks = 0
  for (const { functions } of result.filter(isCounted)) {
    for (const { ranges } of functions) for (const { count } of ranges) blocks += count
  }
  return blocks + went
}
