/** Why and where (in code points) a text is not JSON, in the wording of Python's json module, 3.11 and 3.12. */
export interface Malformed {
  readonly error: string
  readonly position: number
}

class Stop extends Error {
  readonly at: number
  constructor(error: string, at: number) {
    super(error)
    this.at = at
  }
}

const words = new Map<string, unknown>([
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
])

const parse = (text: string, maxDepth: number): unknown => {
  const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
  let at = 0
  let depth = 0

  const stop = (error: string, position = at): never => {
    throw new Stop(error, position)
  }
  const skipSpace = () => {
    while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at += 1
  }
  const take = (mark: string): boolean => {
    if (text.charAt(at) !== mark) return false
    at += 1
    skipSpace()
    return true
  }

  const escapeLength = (begin: number): number => {
    const mark = text.charAt(at + 1)
    if (mark === '') stop('Unterminated string starting at', begin)
    if (mark !== 'u') return '"\\/bfnrt'.includes(mark) ? 2 : stop('Invalid \\escape')
    // Python requires a character after the four digits before it checks them.
    const hasDigits = at + 6 < text.length && /^[0-9a-f]{4}$/i.test(text.slice(at + 2, at + 6))
    return hasDigits ? 6 : stop('Invalid \\uXXXX escape', at + 1)
  }

  const string = (): string => {
    const begin = at
    at += 1
    while (text.charAt(at) !== '"') {
      if (at >= text.length) stop('Unterminated string starting at', begin)
      if (text.charCodeAt(at) < 0x20) stop('Invalid control character at')
      at += text.charAt(at) === '\\' ? escapeLength(begin) : 1
    }
    at += 1
    return JSON.parse(text.slice(begin, at))
  }

  const array = (): unknown[] => {
    const items: unknown[] = []
    while (items.length === 0 || take(',') || stop("Expecting ',' delimiter")) {
      items.push(value())
      skipSpace()
      if (text.charAt(at) === ']') break
    }
    return items
  }

  const object = (): Record<string, unknown> => {
    const fields: Record<string, unknown> = Object.create(null)
    for (let first = true; first || take(',') || stop("Expecting ',' delimiter"); first = false) {
      if (text.charAt(at) !== '"') stop('Expecting property name enclosed in double quotes')
      const key = string()
      skipSpace()
      if (!take(':')) stop("Expecting ':' delimiter")
      fields[key] = value()
      skipSpace()
      if (text.charAt(at) === '}') break
    }
    return fields
  }

  const nested = (isArray: boolean): unknown => {
    if (depth === maxDepth) stop(`Nesting deeper than ${maxDepth} levels`)
    depth += 1
    at += 1
    skipSpace()
    const isEmpty = text.charAt(at) === (isArray ? ']' : '}')
    const read = isEmpty ? (isArray ? [] : Object.create(null)) : isArray ? array() : object()
    at += 1
    depth -= 1
    return read
  }

  const value = (): unknown => {
    const mark = text.charAt(at)
    if (mark === '"') return string()
    if (mark === '[' || mark === '{') return nested(mark === '[')
    for (const [word, meaning] of words) {
      if (text.startsWith(word, at)) {
        at += word.length
        return meaning
      }
    }
    number.lastIndex = at
    const digits = number.exec(text)?.[0] ?? stop('Expecting value')
    at += digits.length
    return Number(digits)
  }

  skipSpace()
  const whole = value()
  skipSpace()
  return at === text.length ? whole : stop('Extra data')
}

/** Parses JSON like Python, including NaN and infinities. Objects have no prototype. */
export const readPythonJson = (text: string, maxDepth: number): { value: unknown } | Malformed => {
  try {
    return { value: parse(text, maxDepth) }
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return { error: error.message, position: [...text.slice(0, error.at)].length }
  }
}
