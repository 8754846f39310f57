/** A scale that a text states for the amounts after it. */
export interface StatedScale {
  readonly from: number
  readonly factor: number
  /** "All amounts in thousands" also goes for sentences; "($ in 000s)" only for the tables of its section. */
  readonly isForAll: boolean
}

const unit = String.raw`(?:(?:US ?\$|USD|EUR|GBP|US dollars|dollars|[$€£]) ?)?('?000'?s?|thousands?|millions?)\b`
const forAll = new RegExp(
  String.raw`\b(?:amounts?|figures?|numbers?|dollars)(?: are)?(?: (?:stated|shown|expressed|presented|given|quoted|reported))? in ${unit}`,
  'gi',
)
const forTables = new RegExp(String.raw`\((?:US ?\$|USD|[$€£]|dollars)?,? ?in ${unit}`, 'gi')

const factorOf = (words: string): number => (/^million/i.test(words) ? 1e6 : 1e3)

/** The scales that a text states, in order. */
export const statedScales = (text: string): StatedScale[] =>
  [
    ...[...text.matchAll(forAll)].map((found) => ({ found, isForAll: true })),
    ...[...text.matchAll(forTables)].map((found) => ({ found, isForAll: false })),
  ]
    .map(({ found, isForAll }) => ({ from: found.index, factor: factorOf(found[1] ?? ''), isForAll }))
    .sort((a, b) => a.from - b.from)

/** The factor for a table: stated in its section, else for all amounts. */
export const scaleOfTable = (
  scales: readonly StatedScale[],
  sectionFrom: number,
  tableFrom: number,
): number | undefined =>
  scales.findLast(({ from, isForAll }) => from < tableFrom && (isForAll || from >= sectionFrom))?.factor

/** Larger amounts are written out, whatever the document says about its figures. */
const maxScaled = 1_000_000

/** The factor for an amount in a sentence. */
export const scaleOfAmount = (scales: readonly StatedScale[], at: number, value: number): number =>
  Math.abs(value) < maxScaled ? (scales.findLast(({ from, isForAll }) => isForAll && from < at)?.factor ?? 1) : 1
