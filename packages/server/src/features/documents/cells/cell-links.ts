import { cellsNamedIn, formatFormula, type NamedCells, namedElsewhereIn } from '@deal-canvas/engine'
import { type CellPosition, columnName, formatCell, lastColumn, lastRow } from '@deal-canvas/workbook-reader'
import { documentMessages } from '../../../messages/documents.ts'
import { type CellLookup, createCellLookup } from './cell-lookup.ts'
import type { CellIndex, PagedCell, PageEntry } from './cell-pages.ts'
import { cellWords, rangeWords } from './cell-words.ts'
import { dependentsOf, formulaAt, type LinkIndex, linkFlags } from './link-index.ts'
import { sheetOf, textOf } from './read-cell-pages.ts'

/** Cells that a formula reads, or a formula that reads a cell. */
export interface CellLink {
  sheet: string
  /** A cell, or several: `B2:B400`, `A:A`. */
  range: string
  /** Null: not known. */
  label: string | null
  /** Null: several cells. */
  text: string | null
}

export type FoundLinks =
  | { found: false; sheets: string[] }
  | {
      found: true
      sheet: string
      label: string | null
      /** The formula with words instead of addresses; null: none. */
      words: string | null
      precedents: CellLink[]
      precedentsTotal: number
      dependents: CellLink[]
      dependentsTotal: number
      /** What the formula names outside the workbook. */
      elsewhere: string[]
      /** Whether the formula can read more than its text names. */
      isMoving: boolean
      /** False: the workbook has more links than are stored. */
      isComplete: boolean
    }

const maxListed = 200
/** A formula names few cells; more would be no sentence. */
const maxWorded = 60

interface Area {
  readonly sheet: number
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

const isOneCell = ({ top, left, bottom, right }: Area): boolean => top === bottom && left === right

const rangeText = ({ top, left, bottom, right }: Area): string => {
  if (top === 0 && bottom === lastRow) return `${columnName(left)}:${columnName(right)}`
  if (left === 0 && right === lastColumn) return `${top + 1}:${bottom + 1}`
  const first = formatCell({ row: top, column: left })
  return top === bottom && left === right ? first : `${first}:${formatCell({ row: bottom, column: right })}`
}

const wordsFor = async (lookup: CellLookup, { sheet, top, left, bottom, right }: Area): Promise<string | undefined> => {
  const first = await lookup.labelsAt({ sheet, row: top, column: left })
  if (top === bottom && left === right) return cellWords(first)
  if (top !== bottom && left !== right) return undefined
  const last = await lookup.labelsAt({ sheet, row: bottom, column: right })
  return rangeWords(first, last, top === bottom)
}

interface Stored {
  index: CellIndex
  links: LinkIndex
  /** In lower case. */
  names: ReadonlySet<string>
  load: (pages: readonly PageEntry[]) => Promise<readonly (readonly PagedCell[])[]>
}

/** Returns what the formula of a cell reads and which formulas read the cell. */
export const readCellLinks = async (
  { index, links, names, load }: Stored,
  { sheet: wanted, cell: place }: { sheet: string; cell: CellPosition },
): Promise<FoundLinks> => {
  const own = sheetOf(index, wanted)
  if (own === undefined) return { found: false, sheets: index.sheets.map(({ name }) => name) }
  const sheet = index.sheets.indexOf(own)
  const lookup = createCellLookup(index, load)
  const cell = await lookup.at({ sheet, ...place })
  const formula = cell?.[5] ?? null

  const linkTo = async (area: Area): Promise<CellLink> => {
    const { sheet: other, top: row, left: column } = area
    const shown = isOneCell(area) ? await lookup.at({ sheet: other, row, column }) : undefined
    return {
      sheet: index.sheets[other]?.name ?? '',
      range: rangeText(area),
      label: (await wordsFor(lookup, area)) ?? null,
      text: isOneCell(area) ? (shown === undefined ? '' : textOf(shown)) : null,
    }
  }
  const linksTo = async (areas: readonly Area[]): Promise<CellLink[]> => {
    const found: CellLink[] = []
    for (const area of areas) found.push(await linkTo(area))
    return found
  }

  const at = formulaAt(links, { sheet, ...place })
  const precedents = at === -1 ? [] : areasOf(links, at)
  const dependents = await dependentsOf(links, { sheet, ...place }, maxListed)
  const flags = at === -1 ? 0 : (links.flags[at] ?? 0)
  return {
    found: true,
    sheet: own.name,
    label: cellWords(await lookup.labelsAt({ sheet, ...place })) ?? null,
    words: formula === null ? null : await inWords(formula, { index, sheet, lookup }),
    precedents: await linksTo(precedents.slice(0, maxListed)),
    precedentsTotal: precedents.length,
    dependents: await linksTo(dependents.formulas.map((n) => placeOf(links, n))),
    dependentsTotal: dependents.total,
    elsewhere:
      formula === null || (flags & linkFlags.unknown) === 0
        ? []
        : namedElsewhereIn(formula, (name) => names.has(name.toLowerCase())).slice(0, maxListed),
    isMoving: (flags & linkFlags.moving) !== 0,
    isComplete: links.isComplete,
  }
}

/** The areas that a formula reads, each once. */
const areasOf = ({ firstAreas, areaSheets, tops, lefts, bottoms, rights }: LinkIndex, formula: number): Area[] => {
  const found = new Map<string, Area>()
  for (let n = firstAreas[formula] ?? 0; n < (firstAreas[formula + 1] ?? 0); n++) {
    const [top = 0, left = 0, bottom = 0, right = 0] = [tops[n], lefts[n], bottoms[n], rights[n]]
    const area = { sheet: areaSheets[n] ?? 0, top, left, bottom, right }
    found.set(Object.values(area).join(' '), area)
  }
  return [...found.values()]
}

const placeOf = ({ sheets, rows, columns }: LinkIndex, formula: number): Area => {
  const [sheet = 0, row = 0, column = 0] = [sheets[formula], rows[formula], columns[formula]]
  return { sheet, top: row, left: column, bottom: row, right: column }
}

const inWords = async (
  formula: string,
  { index, sheet, lookup }: { index: CellIndex; sheet: number; lookup: CellLookup },
): Promise<string | null> => {
  const keyOf = (cells: NamedCells): string => JSON.stringify(cells)
  const named = new Map(cellsNamedIn(formula).map((cells) => [keyOf(cells), cells]))
  if (named.size > maxWorded) return null
  const words = new Map<string, string>()
  for (const [key, { sheet: name, ...corners }] of named) {
    const other = name === undefined ? undefined : sheetOf(index, name)
    if (name !== undefined && other === undefined) continue
    const place = other === undefined ? sheet : index.sheets.indexOf(other)
    const found = await wordsFor(lookup, { sheet: place, ...corners })
    if (found === undefined) continue
    words.set(
      key,
      other === undefined || place === sheet
        ? found
        : documentMessages.wordsOnSheet({ sheet: other.name, words: found }),
    )
  }
  return formatFormula(formula, (cells) => words.get(keyOf(cells))) ?? null
}
