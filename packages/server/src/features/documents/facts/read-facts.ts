import type { FactTable } from '@deal-canvas/contract'
import { shownValue } from '@deal-canvas/engine'
import { type ExtractOptions, extractFacts, type Fact, type ReadDocument } from '@deal-canvas/facts'
import type { Digitized, Page } from '../digitized.ts'
import type { Book } from '../reading/book.ts'
import { presentTable } from './present-table.ts'

/** What was read from a document. */
export interface FactsRead {
  facts: Fact[]
  tables: FactTable[]
}

/** Beyond this much text or this many cells, the rest is not read for facts. */
const maxCharacters = 2_000_000
const maxCells = 200_000
const maxColumns = 200
const maxQuoteLength = 1_000

/** The first pages of a document, as many as fit. */
export const pagesOf = (digitized: Digitized): ReadDocument => {
  if (digitized.kind === 'workbook') throw new Error('The facts of a table are read from its cells')
  const pages: Page[] = []
  let characters = 0
  for (const page of digitized.pages) {
    characters += page.text.length
    if (characters > maxCharacters) break
    pages.push(page)
  }
  return { kind: 'text', title: digitized.title, pages }
}

/** The rows of the visible sheets as their cells show them; empty cells keep their place. */
export const sheetsOf = ({ title, sheets }: Book): ReadDocument => {
  let left = maxCells
  const read = sheets
    .filter(({ hidden }) => !hidden)
    .map(({ name, cells }) => {
      const rows: string[][] = []
      for (const cell of cells) {
        if (cell.column >= maxColumns || cell.row >= maxCells) continue
        if (left-- <= 0) break
        while (rows.length <= cell.row) rows.push([])
        const row = rows[cell.row]
        if (row === undefined) continue
        while (row.length < cell.column) row.push('')
        row[cell.column] = shownValue(cell)
      }
      return { name, rows }
    })
  return { kind: 'sheets', title, sheets: read }
}

export const readFacts = (document: ReadDocument, options: ExtractOptions): FactsRead => {
  const { facts, tables } = extractFacts(document, options)
  return {
    facts: facts.map((fact) => ({ ...fact, quote: fact.quote.slice(0, maxQuoteLength) })),
    tables: tables.map(presentTable),
  }
}
