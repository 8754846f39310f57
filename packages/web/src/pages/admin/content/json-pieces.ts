/** A token of JSON for syntax highlighting; `blank` is an unfilled placeholder of a template. */
export interface Piece {
  readonly kind: 'key' | 'string' | 'blank' | 'plain'
  readonly text: string
}

const pieces = /(?<key>"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\\n]|\\.)*")/g
const blanks = /\{\{[A-Z0-9_]+\}\}/g

/** Splits at placeholders without losing text. */
const cut = (kind: Piece['kind'], text: string): Piece[] => {
  const found: Piece[] = []
  let from = 0
  for (const match of text.matchAll(blanks)) {
    if (match.index > from) found.push({ kind, text: text.slice(from, match.index) })
    found.push({ kind: 'blank', text: match[0] })
    from = match.index + match[0].length
  }
  if (from < text.length) found.push({ kind, text: text.slice(from) })
  return found
}

/** Splits a line of JSON, even an incomplete one; the pieces add up to the line. */
export const jsonPieces = (line: string): Piece[] => {
  const found: Piece[] = []
  let from = 0
  for (const match of line.matchAll(pieces)) {
    found.push(...cut('plain', line.slice(from, match.index)))
    found.push(...cut(match.groups?.['key'] === undefined ? 'string' : 'key', match[0]))
    from = match.index + match[0].length
  }
  return [...found, ...cut('plain', line.slice(from))]
}

export interface Blank {
  readonly line: number
  readonly text: string
}

/** The first unfilled placeholder. */
export const firstBlank = (text: string): Blank | undefined => {
  for (const [index, line] of text.split('\n').entries()) {
    const [found] = line.match(blanks) ?? []
    if (found !== undefined) return { line: index + 1, text: found }
  }
  return undefined
}

const place = /line (\d+), column (\d+)/

/** The line number in an error message of the service. */
export const lineOf = (objection: string | undefined): number | undefined => {
  const [, line] = place.exec(objection ?? '') ?? []
  return line === undefined ? undefined : Number(line)
}

/** Indented like the service does; undefined: the text is not JSON. */
export const formatted = (text: string): string | undefined => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return undefined
  }
}
