const plainName = /^[A-Za-z_][\w.]*$/
/** A sheet with such a name would be mistaken for a cell. */
const cellLike = /^(?:[A-Za-z]{1,3}\d+|[Rr]\d*[Cc]\d*)$/

const quoted = (sheet: string): string =>
  plainName.test(sheet) && !cellLike.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`

interface Corner {
  sheet: string | undefined
  cell: string
}

/** Reads `$'Unit Mix'.$B$4` or `.B4` from `at` on. */
const cornerAt = (text: string, from: number): { corner: Corner; end: number } | undefined => {
  let at = text[from] === '$' ? from + 1 : from
  let sheet: string | undefined
  if (text[at] === "'") {
    let name = ''
    for (at += 1; at < text.length; at++) {
      if (text[at] === "'" && text[at + 1] !== "'") break
      if (text[at] === "'") at += 1
      name += text[at]
    }
    sheet = name
    at += 1
  } else {
    const dot = text.indexOf('.', at)
    if (dot === -1) return undefined
    if (dot > at) sheet = text.slice(at, dot)
    at = dot
  }
  if (text[at] !== '.') return undefined
  const colon = text.indexOf(':', at)
  const end = colon === -1 ? text.length : colon
  return { corner: { sheet, cell: text.slice(at + 1, end) }, end }
}

/** Translates a reference such as `$Sheet.A1:.B2`; undefined if it points to another file. */
export const excelReference = (text: string): string | undefined => {
  if (text.includes('#REF!')) return '#REF!'
  if (text.includes('#')) return undefined
  const first = cornerAt(text, 0)
  if (first === undefined) return undefined
  const last = first.end < text.length ? cornerAt(text, first.end + 1) : undefined
  if (first.end < text.length && last === undefined) return undefined
  const { sheet, cell } = first.corner
  const other = last?.corner.sheet
  const sheets =
    sheet === undefined
      ? ''
      : other === undefined || other === sheet
        ? `${quoted(sheet)}!`
        : `${quoted(`${sheet}:${other}`)}!`
  return `${sheets}${cell}${last === undefined ? '' : `:${last.corner.cell}`}`
}

/** Prefixes of functions that have no name in the standard. */
const prefix = /^(?:COM\.MICROSOFT|ORG\.OPENOFFICE|ORG\.LIBREOFFICE|LEGACY)\./

/**
 * Translates a formula of an OpenDocument file, such as `of:=SUM([.A1:.A3];1)`, into the notation of Excel. Undefined
 * if it cannot be translated.
 */
export const excelFormula = (given: string): string | undefined => {
  const [, kind = '', source = ''] = /^(?:(\w+):)?=?(.*)$/s.exec(given) ?? []
  if (kind === 'msoxl') return source.replace(/^=/, '')
  const text = source.replace(/^=/, '')
  let result = ''
  let braces = 0
  for (let at = 0; at < text.length; ) {
    const letter = text[at] ?? ''
    if (letter === '"') {
      let end = at + 1
      while (end < text.length && (text[end] !== '"' || text[end + 1] === '"')) end += text[end] === '"' ? 2 : 1
      result += text.slice(at, end + 1)
      at = end + 1
    } else if (letter === '[') {
      const end = endOfReference(text, at)
      const reference = end === -1 ? undefined : excelReference(text.slice(at + 1, end))
      if (reference === undefined) return undefined
      result += reference
      at = end + 1
    } else if (/[A-Za-z_]/.test(letter)) {
      const [word = ''] = /^[A-Za-z_][\w.]*/.exec(text.slice(at, at + 300)) ?? []
      result += word.replace(prefix, '')
      at += word.length
    } else {
      if (letter === '{') braces += 1
      if (letter === '}') braces -= 1
      result +=
        letter === ';' || letter === '~' ? ',' : letter === '|' && braces > 0 ? ';' : letter === '!' ? ' ' : letter
      at += 1
    }
  }
  return result
}

/** The closing bracket of a reference, skipping those in the name of a sheet. */
const endOfReference = (text: string, from: number): number => {
  let isQuoted = false
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "'") isQuoted = !isQuoted
    else if (text[at] === ']' && !isQuoted) return at
  }
  return -1
}
