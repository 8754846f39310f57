import type { MetricDomain } from '@deal-canvas/engine'
import { isForeignHeading } from './context.ts'
import { type Fact, maxFacts } from './fact.ts'
import { readPassage } from './sentences/read-passage.ts'
import { cellNumber } from './table-cells.ts'
import type { TableView } from './table-view.ts'

const filledIn = (row: readonly string[]): string[] => row.map((cell) => cell.trim()).filter((cell) => cell !== '')

/** A longer table is a list of data. */
const maxRows = 200

/** Values in words in a table of labels and values: "Occupancy class | Self storage, 612 units, 78,450 SF rentable". */
export const readCellSentences = (view: TableView, domain: MetricDomain | undefined): Fact[] => {
  const { rows, heading, caption } = view
  if (rows.length > maxRows || rows.some((row) => filledIn(row).length > 2)) return []
  if (isForeignHeading(heading) || isForeignHeading(caption)) return []
  const facts: Fact[] = []
  for (const [at, row] of rows.entries()) {
    const [label, value] = filledIn(row)
    if (label === undefined || value === undefined || !/\d/.test(value) || cellNumber(value) !== undefined) continue
    const { quote, place } = view.at(
      at,
      Math.max(
        0,
        row.findLastIndex((cell) => cell.trim() !== ''),
      ),
    )
    if (!quote.startsWith(label) || !quote.includes(value)) continue
    const span = { from: 0, to: quote.length, labelFrom: 0, labelTo: label.length, heading }
    for (const statement of readPassage(quote, span, domain)) {
      if (facts.length >= maxFacts) return facts
      const { quantity, key, term, unit, period, qualifier, confidence } = statement
      facts.push({
        metricKey: key,
        term,
        value: quantity.value,
        unit,
        currency: unit === 'currency' ? quantity.currency : null,
        period,
        qualifier,
        quote,
        place,
        confidence,
        tolerance: quantity.tolerance,
        bound: quantity.bound,
        origin: 'table',
      })
    }
  }
  return facts
}
