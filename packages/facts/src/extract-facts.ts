import type { MetricDomain } from '@deal-canvas/engine'
import { readCellSentences } from './cell-sentences.ts'
import { goesOnAboutOthers, isForeignHeading, isOfPendingSale } from './context.ts'
import { guessDealType } from './deal-type.ts'
import type { Box, Page, ReadDocument } from './document.ts'
import { type Fact, maxFacts } from './fact.ts'
import { type CapTable, readCapTable } from './known-tables/cap-table.ts'
import { type CustomerList, readCustomerList } from './known-tables/customer-list.ts'
import { type LeaseAbstract, readLeaseAbstract } from './known-tables/lease-abstract.ts'
import { type LeaseList, readLeaseList } from './known-tables/lease-list.ts'
import { collectLoanTerms, type LoanTerms } from './known-tables/loan-terms.ts'
import { type OperatingStatement, readOperatingStatement } from './known-tables/operating-statement.ts'
import { type RentRoll, readRentRoll } from './known-tables/rent-roll.ts'
import { type Passage, passagesOf } from './passages.ts'
import { readTable } from './read-table.ts'
import { readPassage, type Statement } from './sentences/read-passage.ts'
import { type StatedScale, scaleOfAmount, scaleOfTable, statedScales } from './stated-scale.ts'
import { type TableView, tableOnPage, tableOnSheet } from './table-view.ts'
import { findTextTables } from './text-tables.ts'
import { times } from './times.ts'

/** A table or list of a known kind. */
export type KnownTable = RentRoll | OperatingStatement | LoanTerms | CapTable | CustomerList | LeaseList | LeaseAbstract

export interface Extracted {
  readonly facts: readonly Fact[]
  readonly tables: readonly KnownTable[]
}

export interface ExtractOptions {
  /** Decides what a name means: "revenue" of a property is its effective gross income. */
  readonly dealType?: MetricDomain | undefined
  /** For expired leases, in days since 1970, if the document states no date. */
  readonly asOf?: number | undefined
}

const currencyWords: Readonly<Record<string, true>> = { currency: true }

const boxOf = (page: Page, from: number, to: number): Box | undefined => {
  const boxes = (page.lines ?? []).filter((line) => line.from < to && from < line.to).map(({ box }) => box)
  return boxes.length === 0
    ? undefined
    : boxes.reduce((all, box) => [
        Math.min(all[0], box[0]),
        Math.min(all[1], box[1]),
        Math.max(all[2], box[2]),
        Math.max(all[3], box[3]),
      ])
}

/** The lowest confidence of the printed lines: a misread digit makes the fact wrong. */
const lineConfidence = (page: Page, from: number, to: number): number =>
  (page.lines ?? []).reduce(
    (lowest, line) => (line.from < to && from < line.to ? Math.min(lowest, line.confidence ?? 1) : lowest),
    1,
  )

const factOf = (page: Page, { from, to }: Passage, statement: Statement, scales: readonly StatedScale[]): Fact => {
  const { quantity, key, term, unit, period, qualifier, confidence } = statement
  const isScalable = unit === 'currency' && !quantity.isScaled && !quantity.isWords && quantity.per.length === 0
  const factor = isScalable ? scaleOfAmount(scales, statement.from, quantity.value) : 1
  const box = boxOf(page, from, to)
  return {
    metricKey: key,
    term,
    value: times(quantity.value, factor),
    unit,
    currency: currencyWords[unit] === true ? quantity.currency : null,
    period,
    qualifier,
    quote: page.text.slice(from, to),
    place: { page: page.page, from, to, ...(box === undefined ? {} : { box }) },
    confidence: confidence * lineConfidence(page, statement.from, statement.to),
    tolerance: Math.max(times(quantity.tolerance, factor), factor === 1 ? 0 : factor / 2),
    bound: quantity.bound,
    origin: 'text',
  }
}

const quoteOf = ({ text }: Page, { from, to }: Passage): string => text.slice(from, to)

interface Collected {
  readonly facts: Fact[]
  readonly tables: KnownTable[]
  /** The scale that an earlier page stated for all amounts. */
  scale?: StatedScale
}

/** Reads a table as the known kind that it is, else by its labels. */
const collectTable = (
  { facts, tables }: Collected,
  view: TableView,
  domain: MetricDomain | undefined,
  asOf: number | undefined,
): void => {
  const isForeign = isForeignHeading(view.heading) || isForeignHeading(view.caption)
  if (!isForeign) {
    const leases = [() => readRentRoll(view, asOf), () => readLeaseList(view, asOf)]
    if (domain === 'cre_office') leases.reverse()
    const kinds = [...leases, () => readCapTable(view), () => readCustomerList(view)]
    for (const read of kinds) {
      const known = read()
      if (known === undefined) continue
      tables.push(known)
      for (const fact of known.facts) facts.push(fact)
      return
    }
    const isCompany = domain !== undefined && !domain.startsWith('cre_')
    const statement = isCompany ? undefined : readOperatingStatement(view, domain)
    if (statement !== undefined) tables.push(statement)
  }
  for (const fact of readTable(view, domain)) facts.push(fact)
  for (const fact of readCellSentences(view, domain)) facts.push(fact)
}

const overlaps = (a: { from: number; to: number }, b: { from: number; to: number }): boolean =>
  a.from < b.to && b.from < a.to

/** A form is not longer. */
const maxLabeledRows = 200

/** Facts of a page are about the deal unless its heading or that of the section says otherwise. */
const collectPage = (
  collected: Collected,
  page: Page,
  domain: MetricDomain | undefined,
  asOf: number | undefined,
  firstHeading: string,
): { labeled: { label: string; value: string }[]; heading: string } => {
  const given = page.tables ?? []
  const found = findTextTables(page.text).filter((table) => !given.some((other) => overlaps(table, other)))
  const tables = [...given, ...found].sort((a, b) => a.from - b.from)
  const { passages, headings } = passagesOf(page.text, tables, page.heading ?? firstHeading)
  const labeled: { label: string; value: string }[] = []
  const scales = [...(collected.scale === undefined ? [] : [collected.scale]), ...statedScales(page.text)]
  const lastForAll = scales.findLast(({ isForAll }) => isForAll)
  if (lastForAll !== undefined) collected.scale = { ...lastForAll, from: -1 }
  let at = 0
  for (const table of tables) {
    while ((headings[at + 1]?.from ?? Number.POSITIVE_INFINITY) <= table.from) at += 1
    const scale = scaleOfTable(scales, headings[at]?.from ?? 0, table.from)
    collectTable(collected, tableOnPage(page, table, headings[at]?.heading ?? '', scale), domain, asOf)
    for (const [label, value, ...more] of table.rows.slice(0, maxLabeledRows))
      if (label !== undefined && value !== undefined && more.length === 0) labeled.push({ label, value })
    if (collected.facts.length >= maxFacts) break
  }
  let before = ''
  for (const passage of passages) {
    if (collected.facts.length >= maxFacts) break
    const quote = quoteOf(page, passage)
    const isOfOthers = goesOnAboutOthers(before, quote)
    before = quote
    if (isOfOthers) continue
    const { labelFrom, labelTo } = passage
    if (labelFrom !== undefined && labelTo !== undefined)
      labeled.push({
        label: page.text.slice(labelFrom, labelTo).replaceAll(/[*_]/g, '').trim(),
        value: page.text.slice(labelTo + 1, passage.to).replaceAll('*', ''),
      })
    if (isForeignHeading(passage.heading) && !isOfPendingSale(passage.heading, quote)) continue
    for (const statement of readPassage(page.text, passage, domain))
      collected.facts.push(factOf(page, passage, statement, scales))
  }
  return { labeled, heading: headings.at(-1)?.heading ?? firstHeading }
}

/** Blocks of rows between empty rows; rows of a single text above a block are its caption. */
const blocksOf = (rows: readonly string[][]): { first: number; rows: string[][]; caption: string }[] => {
  const blocks: { first: number; rows: string[][]; caption: string }[] = []
  let open: string[][] = []
  let first = 0
  let caption = ''
  const close = (): void => {
    if (open.length === 0) return
    const isTitle = open.every((row) => row.filter((cell) => cell.trim() !== '').length === 1)
    if (isTitle)
      caption = open
        .flat()
        .filter((cell) => cell.trim() !== '')
        .join(' ')
        .slice(0, 300)
    else {
      blocks.push({ first, rows: open, caption })
      caption = ''
    }
    open = []
  }
  for (const [at, row] of rows.entries()) {
    const isEmpty = row.every((cell) => cell.trim() === '')
    if (isEmpty) close()
    else {
      if (open.length === 0) first = at
      open.push(row)
    }
  }
  close()
  return blocks
}

const collectSheet = (
  collected: Collected,
  sheet: { name: string; rows: string[][] },
  domain: MetricDomain | undefined,
  asOf: number | undefined,
): void => {
  for (const { first, rows, caption } of blocksOf(sheet.rows)) {
    if (collected.facts.length >= maxFacts) return
    collectTable(collected, tableOnSheet(sheet.name, rows, first, sheet.name, caption), domain, asOf)
  }
}

/** The same statement twice in one place is one fact. */
const withoutRepeats = (facts: readonly Fact[]): Fact[] => {
  const seen = new Set<string>()
  return facts.filter(({ metricKey, term, value, period, qualifier, place }) => {
    const key = JSON.stringify([
      metricKey ?? term,
      value,
      period?.label,
      qualifier,
      place.page,
      place.sheet,
      place.cell,
      place.from,
    ])
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** In the abstract of one lease, areas and shares are those of the tenant. */
const ofTenant = new Set([
  'rentable_sf',
  'physical_occupancy_pct',
  'in_place_rent_psf',
  'in_place_rent_per_unit',
  'ti_psf_new',
  'price_per_sf',
])

/** "Building | Harbor Tower, 214,600 rentable square feet" is of the whole even there. */
const isOfBuilding = ({ metricKey, quote }: Fact): boolean =>
  metricKey === 'rentable_sf' && /^\W{0,4}(?:building|property|project|center)\b/i.test(quote)

/** Reads the facts that a document states about the deal, and its tables of known kinds. */
export const extractFacts = (document: ReadDocument, { dealType, asOf }: ExtractOptions = {}): Extracted => {
  const domain = dealType ?? guessDealType(document)
  const collected: Collected = { facts: [], tables: [] }
  const labeled: { label: string; value: string }[] = []
  if (document.kind === 'sheets') for (const sheet of document.sheets) collectSheet(collected, sheet, domain, asOf)
  else {
    let heading = ''
    for (const page of document.pages) {
      if (collected.facts.length >= maxFacts) break
      const read = collectPage(collected, page, domain, asOf, heading)
      heading = read.heading
      for (const line of read.labeled) labeled.push(line)
    }
  }
  const lease = readLeaseAbstract(labeled)
  const facts = withoutRepeats(collected.facts)
    .filter(
      (fact) => lease === undefined || fact.metricKey === null || !ofTenant.has(fact.metricKey) || isOfBuilding(fact),
    )
    .slice(0, maxFacts)
  const loan = collectLoanTerms(facts)
  return {
    facts,
    tables: [...collected.tables, ...(loan === undefined ? [] : [loan]), ...(lease === undefined ? [] : [lease])],
  }
}
