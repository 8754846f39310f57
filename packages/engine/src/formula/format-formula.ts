import { parseA1Ref, tokenize } from '@borgar/fx/xlsx'
import { lastColumn, lastRow } from '@deal-canvas/workbook-reader'

/** Cells that a formula names by their address; 0-based, both corners included. */
export interface NamedCells {
  /** Undefined: the sheet of the formula. */
  readonly sheet: string | undefined
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** Splitting a longer formula would hold up other requests; nobody reads that much as one sentence. */
const maxLength = 2_000

const signs = new Map([
  ['*', ' × '],
  ['/', ' ÷ '],
  ['-', ' − '],
  ['+', ' + '],
  ['&', ' & '],
  ['=', ' = '],
  ['<>', ' ≠ '],
  ['<', ' < '],
  ['>', ' > '],
  ['<=', ' ≤ '],
  ['>=', ' ≥ '],
  [',', ', '],
])
const addresses = new Set(['range', 'range_beam', 'range_ternary'])
const prefix = /^(?:_xlfn\.|_xlws\.|_xludf\.|_xll\.)+/i

interface Part {
  readonly text: string
  readonly type: string
  /** Undefined: not an address, or one in another file or across sheets. */
  readonly cells: NamedCells | undefined
  readonly isInOtherFile: boolean
}

interface Address {
  workbookName?: string
  sheetName?: string
  range?: Record<'top' | 'left' | 'bottom' | 'right', number | null | undefined>
}

const cellsOf = ({ sheetName, range }: Address): NamedCells | undefined => {
  if (range === undefined || sheetName?.includes(':')) return undefined
  const [row, otherRow] = [range.top ?? 0, range.bottom ?? lastRow]
  const [column, otherColumn] = [range.left ?? 0, range.right ?? lastColumn]
  return {
    sheet: sheetName || undefined,
    top: Math.min(row, otherRow),
    left: Math.min(column, otherColumn),
    bottom: Math.max(row, otherRow),
    right: Math.max(column, otherColumn),
  }
}

/** Undefined: the formula is too long, or is not one. */
const partsOf = (formula: string): Part[] | undefined => {
  if (formula.length > maxLength) return undefined
  const tokens = tokenize(formula.startsWith('=') ? formula : `=${formula}`, { mergeRefs: true }) as {
    type: string
    value: string
    unterminated?: boolean
  }[]
  if (tokens.some(({ type, unterminated }) => type === 'unknown' || unterminated)) return undefined
  return tokens.slice(1).map(({ type, value }) => {
    const isName = type === 'range_named'
    const address = addresses.has(type) || isName ? (parseA1Ref(value) as Address | undefined) : undefined
    const isInOtherFile = (address?.workbookName ?? '') !== ''
    return {
      text: value,
      type,
      isInOtherFile,
      cells: isInOtherFile || address === undefined ? undefined : cellsOf(address),
    }
  })
}

/** The addresses in a formula, in its order. */
export const cellsNamedIn = (formula: string): NamedCells[] =>
  (partsOf(formula) ?? []).flatMap(({ cells }) => cells ?? [])

/** What a formula names outside its workbook: cells and names of other files, and names that nobody defined. */
export const namedElsewhereIn = (formula: string, isKnownName: (name: string) => boolean): string[] => {
  const parts = partsOf(formula) ?? []
  // Their parameters look like names.
  const hasParameters = parts.some(({ type, text }) => type === 'func' && /(?:LET|LAMBDA)$/i.test(text))
  const found = parts.filter(
    ({ type, text, isInOtherFile }) =>
      isInOtherFile ||
      (type === 'range_named' && !hasParameters && !isKnownName(text.slice(text.lastIndexOf('!') + 1))),
  )
  return [...new Set(found.map(({ text }) => text))]
}

/**
 * A formula with words instead of addresses: "Net operating income (Year 1) ÷ Purchase price". An address without words
 * stays, and so do names, functions and texts. Different cells with the same words keep their addresses beside them.
 * Undefined: nothing in it has words, or it cannot be read.
 */
export const formatFormula = (
  formula: string,
  wordsOf: (cells: NamedCells) => string | undefined,
): string | undefined => {
  const parts = partsOf(formula)?.map((part) => ({
    ...part,
    words: part.cells === undefined ? undefined : wordsOf(part.cells),
  }))
  if (parts === undefined || parts.every(({ words }) => words === undefined)) return undefined
  const meanings = new Map<string, Set<string>>()
  for (const { words, cells } of parts) {
    if (words === undefined) continue
    meanings.set(words, (meanings.get(words) ?? new Set()).add(JSON.stringify(cells)))
  }
  let written = ''
  // At the start, and after another operator, it is the sign of what follows.
  let isSign = true
  for (const { type, text, words } of parts) {
    const isOperator = type === 'operator'
    if (words !== undefined)
      written += (meanings.get(words)?.size ?? 0) > 1 ? `${words} [${text.replaceAll('$', '')}]` : words
    else if (type === 'func') written += text.replace(prefix, '').toUpperCase()
    else if (isOperator && isSign && (text === '-' || text === '+')) written += text === '-' ? '−' : '+'
    else if (type === 'whitespace') written += written.endsWith(' ') ? '' : ' '
    else if (isOperator && signs.has(text)) written = `${written.trimEnd()}${signs.get(text)}`
    else written += text
    if (type !== 'whitespace') isSign = isOperator && !/^[)%}#]$/.test(text)
  }
  return written.trim()
}
