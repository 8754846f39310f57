/** A piece of a number format. */
export type Token =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'digit'; readonly text: '0' | '#' | '?' }
  | { readonly kind: 'point' | 'comma' | 'percent' | 'slash' | 'general' | 'text' }
  | { readonly kind: 'exponent'; readonly letter: string; readonly always: boolean }
  /** A part of a date or time, such as `yyyy`; in square brackets hours and less are not limited to a day. */
  | { readonly kind: 'date'; readonly letter: string; readonly length: number; readonly elapsed: boolean }
  | { readonly kind: 'half'; readonly text: string }
  | { readonly kind: 'fraction'; readonly digits: number }

export type Comparison = '<' | '>' | '<=' | '>=' | '=' | '<>'

export interface Section {
  readonly tokens: readonly Token[]
  readonly condition: { readonly operator: Comparison; readonly than: number } | undefined
  readonly isDate: boolean
}

const condition = /^(<=|>=|<>|<|>|=)\s*(-?[\d.]+(?:e[+-]?\d+)?)$/i

interface Piece {
  readonly pattern: RegExp
  read(found: readonly string[]): Token | undefined
}

const literal = (text: string): Token => ({ kind: 'literal', text })

/** The tokens of a format; the first match wins. Anything else stands for itself. */
const pieces: readonly Piece[] = [
  { pattern: /"([^"]*)"?/y, read: ([, text = '']) => literal(text) },
  { pattern: /\\(.?)/sy, read: ([, text = '']) => literal(text) },
  { pattern: /_./sy, read: () => literal(' ') },
  { pattern: /\*./sy, read: () => undefined },
  { pattern: /\[\$([^\]-]*)(?:-[^\]]*)?\]/y, read: ([, symbol = '']) => literal(symbol) },
  {
    pattern: /\[(h+|m+|s+)\]/iy,
    read: ([, part = '']) => ({
      kind: 'date',
      letter: part.charAt(0).toLowerCase(),
      length: part.length,
      elapsed: true,
    }),
  },
  { pattern: /\[[^\]]*\]/y, read: () => undefined },
  { pattern: /general/iy, read: () => ({ kind: 'general' }) },
  { pattern: /AM\/PM|A\/P/iy, read: ([text = '']) => ({ kind: 'half', text }) },
  { pattern: /([eE])([+-])/y, read: ([, letter = 'E', sign]) => ({ kind: 'exponent', letter, always: sign === '+' }) },
  {
    pattern: /y+|m+|d+|h+|s+|e+/iy,
    read: ([part = '']) => ({
      kind: 'date',
      letter: part.charAt(0).toLowerCase(),
      length: part.length,
      elapsed: false,
    }),
  },
  { pattern: /[0#?]/y, read: ([text]) => ({ kind: 'digit', text: text as '0' | '#' | '?' }) },
  { pattern: /\./y, read: () => ({ kind: 'point' }) },
  { pattern: /,/y, read: () => ({ kind: 'comma' }) },
  { pattern: /%/y, read: () => ({ kind: 'percent' }) },
  { pattern: /\//y, read: () => ({ kind: 'slash' }) },
  { pattern: /@/y, read: () => ({ kind: 'text' }) },
  { pattern: /./suy, read: ([text = '']) => literal(text) },
]

const tokenize = (code: string): Token[] => {
  const tokens: Token[] = []
  for (let at = 0; at < code.length; ) {
    for (const { pattern, read } of pieces) {
      pattern.lastIndex = at
      const found = pattern.exec(code)
      if (found === null) continue
      const token = read(found)
      if (token !== undefined) tokens.push(token)
      at = pattern.lastIndex
      break
    }
  }
  return tokens
}

/** In a date, `m` next to hours or seconds means minutes, and digits after a point are fractions of a second. */
const asDate = (tokens: readonly Token[]): Token[] => {
  const dated: Token[] = []
  const parts = tokens.filter((token) => token.kind === 'date')
  for (let n = 0; n < tokens.length; n++) {
    const token = tokens[n]
    if (token === undefined) continue
    if (token.kind === 'date' && token.letter === 'm' && !token.elapsed) {
      const place = parts.indexOf(token)
      const minutes =
        parts[place - 1]?.letter === 'h' || parts[place + 1]?.letter === 's' || parts[place - 1]?.letter === 's'
      dated.push(minutes && token.length <= 2 ? { ...token, letter: 'n' } : token)
    } else if (token.kind === 'point' && tokens[n + 1]?.kind === 'digit') {
      let digits = 0
      while (tokens[n + 1]?.kind === 'digit') {
        digits += 1
        n += 1
      }
      dated.push({ kind: 'fraction', digits })
    } else if (token.kind === 'slash') dated.push(literal('/'))
    else if (token.kind === 'comma') dated.push(literal(','))
    else if (token.kind === 'point') dated.push(literal('.'))
    else dated.push(token)
  }
  return dated
}

const readSection = (code: string): Section => {
  const tokens = tokenize(code)
  const isDate = tokens.some(({ kind }) => kind === 'date' || kind === 'half')
  const brackets = [...code.replaceAll(/"[^"]*"/g, '').matchAll(/\[([^[\]]*)\]/g)].map(([, inside = '']) =>
    condition.exec(inside.trim()),
  )
  const found = brackets.find((bracket) => bracket !== null)
  return {
    tokens: isDate ? asDate(tokens) : tokens,
    condition: found ? { operator: found[1] as Comparison, than: Number(found[2]) } : undefined,
    isDate,
  }
}

/** The sections of a format, separated by semicolons. */
export const readFormat = (code: string): Section[] => {
  const sections = code.match(/(?:"[^"]*"?|\\.|\[[^[\]]*\]|[^;])*(?:;|$)/gs) ?? []
  const parts = sections.slice(0, sections.length > 1 && sections.at(-1) === '' ? -1 : undefined)
  return (code.endsWith(';') ? [...parts, ''] : parts).map((part) => readSection(part.replace(/;$/, '')))
}
