import type { Entry, Inspection, Place } from './inspection.ts'
import { groupBy } from './rectangles.ts'
import { directionOf } from './sums.ts'

export const sourcesHeading =
  /^(?:sources|sources of (?:funds?|cash|capital|funding|finance)|funding sources|means of finance)(?: [a-z]+ financing)?$/
export const usesHeading =
  /^(?:uses?|uses? of (?:funds?|cash|capital|funding|proceeds)|applications? of funds?|cost of project)(?: [a-z]+ financing)?$/

/** The final sum of a table of sources or uses. */
interface FundingTotal extends Place {
  readonly value: number
}

/** Maximum number of lines of a table, and of rows between its heading and its first line. */
const maxLines = 30
const firstLine = 4
const maxColumns = 8
/** Sums that differ by more than this factor are not of the same money. */
const maxApart = 2
/** Limit of headings, so that a file with nothing but such headings does not take hours. */
const maxHeadings = 200

/** The sums of the lines below a heading, by column. */
const totalsBelow = (
  { valueAt, isNumber }: Inspection,
  sums: readonly { place: Place; top: number; bottom: number }[],
  heading: Entry,
  until: number,
): FundingTotal[] =>
  sums.flatMap(({ place, top, bottom }) => {
    const isBelow = top > heading.row && top <= heading.row + firstLine && place.row > bottom && place.row < until
    const isBeside = place.column > heading.column && place.column <= heading.column + maxColumns
    // A sum with more lines below it is a subtotal.
    const isLast = !isNumber(place.sheet, place.row + 1, place.column)
    if (!isBelow || !isBeside || !isLast || place.row > heading.row + maxLines) return []
    return isNumber(place.sheet, place.row, place.column)
      ? [{ ...place, value: valueAt(place.sheet, place.row, place.column) as number }]
      : []
  })

const largest = (totals: readonly FundingTotal[]): FundingTotal | undefined =>
  totals.reduce<FundingTotal | undefined>(
    (best, total) => (best === undefined || Math.abs(total.value) > Math.abs(best.value) ? total : best),
    undefined,
  )

/** Tables headed as sources and uses, with their final sums, whatever those are called. */
export const fundingTables = (inspection: Inspection): { sources: FundingTotal; uses: FundingTotal }[] => {
  const sumsOn = groupBy(
    inspection.totals.flatMap((total) => {
      const [area, another] = total.areas
      return area === undefined || another !== undefined || directionOf(total, area) !== 'down'
        ? []
        : [{ place: total.formula.place, top: area.top, bottom: area.bottom }]
    }),
    ({ place }) => place.sheet,
  )
  const headings = (form: RegExp): Entry[] =>
    inspection.entries.filter(({ label }) => form.test(label)).slice(0, maxHeadings)
  const usesHeadings = headings(usesHeading)
  return headings(sourcesHeading).flatMap((sources) => {
    const sums = sumsOn.get(sources.sheet) ?? []
    const uses = usesHeadings.find(
      ({ sheet, row, column }) =>
        sheet === sources.sheet &&
        (row === sources.row
          ? column > sources.column
          : column === sources.column && Math.abs(row - sources.row) <= maxLines),
    )
    if (uses === undefined) return []
    const isBeside = uses.row === sources.row
    const end = (heading: Entry, other: Entry): number =>
      other.row > heading.row ? other.row : heading.row + maxLines + 1
    const [first, second] = [
      totalsBelow(inspection, sums, sources, end(sources, uses)),
      totalsBelow(inspection, sums, uses, end(uses, sources)),
    ]
    const sourcesTotal = largest(isBeside ? first.filter(({ column }) => column < uses.column) : first)
    const usesTotal = largest(isBeside ? second : second.filter(({ column }) => column === sourcesTotal?.column))
    if (sourcesTotal === undefined || usesTotal === undefined) return []
    // Shares and per-unit amounts are summed, too.
    const apart = Math.max(sourcesTotal.value / usesTotal.value, usesTotal.value / sourcesTotal.value)
    return Math.abs(sourcesTotal.value) > 1 && apart <= maxApart ? [{ sources: sourcesTotal, uses: usesTotal }] : []
  })
}
