import { formatCell, parseCell } from '@deal-canvas/engine'
import { exportMessages as messages } from '../../../messages/exports.ts'
import { ExportProblem } from '../export-problem.ts'
import { attributesOf, nextTag, type Tag, withoutAttributes } from './xml-edit.ts'

/** The values to write into a sheet, by cell, such as B4. */
export type NewValues = ReadonlyMap<string, number>

export interface RewrittenSheet {
  xml: string
  /** Whether a value replaced a formula. */
  hasLostFormula: boolean
}

interface Range {
  top: number
  left: number
  bottom: number
  right: number
}

/** More at a time would take too long to look through for every cell. */
const maxOpenRanges = 1_000

const rangeOf = (ref: string): Range | undefined => {
  const [first = '', last = first] = ref.split(':')
  const [from, to] = [parseCell(first), parseCell(last)]
  if (from === undefined || to === undefined) return undefined
  return {
    top: Math.min(from.row, to.row),
    left: Math.min(from.column, to.column),
    bottom: Math.max(from.row, to.row),
    right: Math.max(from.column, to.column),
  }
}

/** What a cell consists of. */
interface CellParts {
  /** Behind the cell. */
  end: number
  formula: { kind: string; ref: string | undefined; isEmpty: boolean } | undefined
  /** The cached value, with its tags. */
  value: { start: number; end: number } | undefined
}

const attributeIn = (xml: string, { start, end }: Tag, wanted: string): string | undefined =>
  attributesOf(xml.slice(start, end)).find(({ name }) => name === wanted)?.value

const readCell = (xml: string, cell: Tag, part: string): CellParts => {
  if (cell.isEmpty) return { end: cell.end, formula: undefined, value: undefined }
  let formula: CellParts['formula']
  let value: CellParts['value']
  let openValue: number | undefined
  let at = cell.end
  for (;;) {
    const tag = nextTag(xml, at, part)
    if (tag === undefined) throw new ExportProblem(messages.malformed({ part }))
    at = tag.end
    if (tag.isClosing) {
      if (tag.name === 'c') return { end: tag.end, formula, value }
      if (tag.name === 'v' && openValue !== undefined) value = { start: openValue, end: tag.end }
    } else if (tag.name === 'f') {
      const isEmpty = tag.isEmpty || xml.startsWith('</', tag.end)
      formula = { kind: attributeIn(xml, tag, 't') ?? 'normal', ref: attributeIn(xml, tag, 'ref'), isEmpty }
    } else if (tag.name === 'v') {
      if (tag.isEmpty) value = { start: tag.start, end: tag.end }
      else openValue = tag.start
    }
  }
}

/**
 * Writes values into the cells of a sheet, and removes the cached values of its formulas: a program that does not
 * recalculate would show them beside the new inputs. Everything else stays byte by byte as it is.
 */
export const rewriteSheet = (
  xml: string,
  values: NewValues,
  { sheet, part }: { sheet: string; part: string },
): RewrittenSheet => {
  const pieces: string[] = []
  const written = new Set<string>()
  let ranges: Range[] = []
  let copied = 0
  let hasLostFormula = false
  let isInData = false
  let row = -1
  let column = -1
  let at = 0

  const replace = (start: number, end: number, text: string): void => {
    pieces.push(xml.slice(copied, start), text)
    copied = end
  }
  const isInRange = (): boolean =>
    ranges.some(({ top, left, bottom, right }) => row >= top && row <= bottom && column >= left && column <= right)

  const openRange = (ref: string | undefined): void => {
    const range = ref === undefined ? undefined : rangeOf(ref)
    if (range === undefined || (range.top === range.bottom && range.left === range.right)) return
    ranges.push(range)
    if (ranges.length > maxOpenRanges) throw new ExportProblem(messages.tooManyArrays())
  }

  const assertReplaceable = (name: string, formula: CellParts['formula']): void => {
    const isArray = formula?.kind === 'array' || formula?.kind === 'dataTable'
    if (isArray || isInRange()) throw new ExportProblem(messages.cellInArray({ cell: name, sheet }))
    // The cells that share the formula refer to it, and would lose it.
    if (formula?.kind === 'shared' && !formula.isEmpty)
      throw new ExportProblem(messages.cellShared({ cell: name, sheet }))
  }

  const takeCell = (tag: Tag): number => {
    const place = parseCell(attributeIn(xml, tag, 'r') ?? '')
    row = place?.row ?? row
    column = place?.column ?? column + 1
    const { end, formula, value } = readCell(xml, tag, part)
    if (formula?.kind === 'array' || formula?.kind === 'dataTable') openRange(formula.ref)
    const name = formatCell({ row, column })
    const wanted = values.get(name)
    if (wanted !== undefined) {
      assertReplaceable(name, formula)
      if (!Number.isFinite(wanted)) throw new ExportProblem(messages.notANumber({ cell: name, sheet }))
      const kept = withoutAttributes(xml.slice(tag.start, tag.isEmpty ? tag.end - 2 : tag.end - 1), ['t', 'vm', 'cm'])
      const { prefix } = tag
      replace(tag.start, end, `${kept}><${prefix}v>${wanted}</${prefix}v></${prefix}c>`)
      written.add(name)
      hasLostFormula ||= formula !== undefined
    } else if (value !== undefined && (formula !== undefined || isInRange())) {
      // Without a value, its type has no meaning.
      replace(tag.start, tag.end, withoutAttributes(xml.slice(tag.start, tag.end), ['t', 'vm']))
      replace(value.start, value.end, '')
    }
    return end
  }

  for (;;) {
    const tag = nextTag(xml, at, part)
    if (tag === undefined) break
    at = tag.end
    if (tag.name === 'sheetData') isInData = !tag.isClosing && !tag.isEmpty
    else if (isInData && !tag.isClosing && tag.name === 'row') {
      const number = Number(attributeIn(xml, tag, 'r') ?? row + 2)
      row = Number.isSafeInteger(number) ? number - 1 : row + 1
      column = -1
      ranges = ranges.filter(({ bottom }) => bottom >= row)
    } else if (isInData && !tag.isClosing && tag.name === 'c') at = takeCell(tag)
  }
  const missing = [...values.keys()].find((name) => !written.has(name))
  if (missing !== undefined) throw new ExportProblem(messages.cellMissing({ cell: missing, sheet }))
  pieces.push(xml.slice(copied))
  return { xml: pieces.join(''), hasLostFormula }
}
