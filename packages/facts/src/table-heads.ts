import type { FactPeriod } from './fact.ts'
import { findPeriods, periodOfLabel } from './periods.ts'
import { cellNumber } from './table-cells.ts'
import { tokenize } from './tokens.ts'

/** What a column holds. */
export type ColumnRole =
  | { kind: 'value'; period: FactPeriod | null }
  | { kind: 'month'; period: FactPeriod }
  | { kind: 'total' }
  | { kind: 'skip' }

const skippedHead =
  /\b(?:per|variance|var|change|growth|cagr|notes?|comments?|source|remarks?|basis|reference|ref|rank)\b|\/ ?(?:unit|sf|door|sq)|\bpsf\b|% of|% total|^%$|[$] ?\/|\b(?:prior|previous|last year|py)\b|\b(?:downside|bear|stress(?:ed)?|low|high|upside|bull|comp(?:arable)?s?|peers?|market|budget|benchmark|average)\b/i
/** The row of heads: the first one without numbers other than years; -1 if there is none. */
export const headRowOf = (rows: readonly (readonly string[])[]): number => {
  for (let row = 0; row < Math.min(rows.length - 1, 10); row++) {
    const cells = (rows[row] ?? []).map((cell) => cell.trim())
    const filled = cells.filter((cell) => cell !== '')
    if (filled.length === 0 || (filled.length === 1 && cells[0] !== '')) continue
    const isHead = cells
      .slice(1)
      .every((cell) => cell === '' || periodOfLabel(cell) !== null || cellNumber(cell) === undefined)
    if (isHead) return row
    return -1
  }
  return -1
}

export const hasManyMonths = (roles: readonly ColumnRole[]): boolean =>
  roles.filter(({ kind }) => kind === 'month').length >= 6

/** Columns of quotes or offers side by side: which of them is that of the deal is not known. */
const alternative =
  /^(?:lender|bank|option|quote|alternative|scenario|case|proposal|offer|bidder|bid|buyer|loan|structure)s? ?(?:[a-h]|#? ?\d{1,2}|one|two|three|four)\b/i
const chosen = /\b(?:selected|recommended|chosen|preferred|base|proposed|accepted|awarded)\b/i
/** Who else's numbers stand beside the own ones. */
const otherSide =
  /^(?:the )?(?:seller|broker|offering memorandum|om|lender|market|submarket|appraiser|management|owner|listing)\b/i
const ownSide = /^(?:our|us|we|sponsor|buyer|underwriting|underwritten|uw|model|base case)\b|\bour\b/i

/** The roles of the columns, by their heads and by those beside them. */
export const rolesOf = (heads: readonly string[]): ColumnRole[] => {
  const cells = heads.slice(1)
  const isQuotes = cells.filter((head) => alternative.test(head)).length >= 2
  const hasOwn = cells.some((head) => ownSide.test(head))
  return heads.map((head, column): ColumnRole => {
    if (column === 0) return roleOf(head)
    if (isQuotes && alternative.test(head) && !chosen.test(head)) return { kind: 'skip' }
    if (hasOwn && otherSide.test(head) && !ownSide.test(head)) return { kind: 'skip' }
    return roleOf(head)
  })
}

const maxHeadRows = 3

/** Heads in several rows, "Actual | Budget" above "2025 | 2026", joined by column, and the last row of them. */
export const headsOf = (
  rows: readonly (readonly string[])[],
  headRow: number,
): { heads: readonly string[]; lastHeadRow: number } => {
  if (headRow === -1) return { heads: [], lastHeadRow: -1 }
  let heads = (rows[headRow] ?? []).map((cell) => cell.trim())
  let lastHeadRow = headRow
  for (let row = headRow + 1; row < Math.min(rows.length - 1, headRow + maxHeadRows); row++) {
    const cells = (rows[row] ?? []).map((cell) => cell.trim())
    const hasLabel = (cells[0] ?? '') !== ''
    const isHeads =
      cells.some((cell) => cell !== '') &&
      cells.slice(1).every((cell) => cell === '' || periodOfLabel(cell) !== null || cellNumber(cell) === undefined)
    if (hasLabel || !isHeads) break
    heads = Array.from({ length: Math.max(heads.length, cells.length) }, (_, column) => {
      const [above = '', own = ''] = [heads[column], cells[column]]
      return periodOfLabel(own) !== null && periodOfLabel(`${own} ${above}`) !== null
        ? `${own} ${above}`.trim()
        : `${above} ${own}`.trim()
    })
    lastHeadRow = row
  }
  return { heads, lastHeadRow }
}

const roleOf = (head: string): ColumnRole => {
  const text = head.replaceAll(/\*\*/g, '').trim()
  const period = periodOfLabel(text) ?? periodOfLabel(text.split('(', 1)[0] ?? '')
  if (period?.kind === 'month') return { kind: 'month', period }
  if (period !== null)
    return period.kind === 'quarter' || period.kind === 'half' ? { kind: 'skip' } : { kind: 'value', period }
  if (/^total$|^ytd total$|^12[- ]month total$|^annual$/i.test(text)) return { kind: 'total' }
  const [named] = findPeriods(tokenize(text.slice(0, 60)))
  if (skippedHead.test(text)) return { kind: 'skip' }
  return { kind: 'value', period: named?.period ?? null }
}
