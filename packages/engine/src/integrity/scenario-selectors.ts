import type { FormulaCell } from '../calculate/model.ts'
import { areasOf } from '../formula/area-of.ts'
import type { Expression } from '../formula/expression.ts'
import type { Area } from '../value/value.ts'
import { type Inspection, labelOf, type Place } from './inspection.ts'
import { type Call, callsIn, perExpression } from './walk.ts'

/** A typed number by which formulas choose one of several cases. */
interface Selector extends Place {
  /** The names of the cases, in the order of the selector; undefined if one has no name. */
  readonly names: readonly (string | undefined)[]
  /** The 0-based index of the live case. */
  readonly live: number
}

/** More cases than this are a list, such as months or tenants. */
const maxCases = 8
/** Stops searching for case names after this many formulas that choose by one cell without naming the cases. */
const maxTries = 12
const maxRowsUp = 12
const maxLinks = 5

const choosing = ['CHOOSE', 'INDEX', 'OFFSET'] as const

const cellAt = (area: Area | undefined): Place | undefined =>
  area !== undefined && area.top === area.bottom && area.left === area.right
    ? { sheet: area.sheet, row: area.top, column: area.left }
    : undefined

/** The target of a reference, or of a name of one. */
const areaOf = ({ model }: Inspection, expression: Expression | undefined, place: Place): Area | undefined => {
  const meant = expression?.kind === 'name' ? model.names[expression.name] : expression
  if (meant?.kind !== 'range') return undefined
  const [area, another] = areasOf(meant, place)
  return another === undefined ? area : undefined
}

const cellsIn = ({ sheet, top, left, bottom, right }: Area): Place[] =>
  top === bottom
    ? Array.from({ length: Math.min(right - left + 1, maxCases + 1) }, (_, n) => ({
        sheet,
        row: top,
        column: left + n,
      }))
    : Array.from({ length: Math.min(bottom - top + 1, maxCases + 1) }, (_, n) => ({
        sheet,
        row: top + n,
        column: left,
      }))

type Option = Place | string

/** What a call chooses from, and the argument it chooses by. */
const choiceOf = (
  inspection: Inspection,
  { name, args }: Call,
  place: Place,
): { by: Expression | undefined; options: Option[] } | undefined => {
  if (name === 'CHOOSE') {
    const options = args.slice(1).map((arg): Option | undefined => {
      if (arg?.kind === 'constant') return typeof arg.value === 'string' ? arg.value : undefined
      return cellAt(areaOf(inspection, arg, place))
    })
    return { by: args[0], options: options.every((option) => option !== undefined) ? options : [] }
  }
  const from = areaOf(inspection, args[0], place)
  if (from === undefined) return undefined
  if (name === 'INDEX') {
    const isRow = from.top === from.bottom
    if (!isRow && from.left !== from.right) return undefined
    return { by: isRow && args.length > 2 ? args[2] : args[1], options: cellsIn(from) }
  }
  const start = cellAt(from)
  if (start === undefined) return undefined
  const isDown = areaOf(inspection, args[1], place) !== undefined
  const options = Array.from({ length: maxCases }, (_, n) => ({
    ...start,
    ...(isDown ? { row: start.row + n + 1 } : { column: start.column + n + 1 }),
  }))
  return { by: isDown ? args[1] : args[2], options }
}

/** The next text above a cell. */
const headingAt = ({ valueAt }: Inspection, { sheet, row, column }: Place): string | undefined => {
  for (let at = row - 1; at >= Math.max(0, row - maxRowsUp); at--) {
    const value = valueAt(sheet, at, column)
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return undefined
}

const textAt = ({ valueAt }: Inspection, { sheet, row, column }: Place): string | undefined => {
  const value = valueAt(sheet, row, column)
  return typeof value === 'string' ? value : undefined
}

/** Where cases are named: in themselves, in the text to their left, above them, or above that text. */
const namings: readonly ((inspection: Inspection, place: Place) => string | undefined)[] = [
  textAt,
  labelOf,
  headingAt,
  (inspection, place) => {
    const left = { ...place, column: place.column - 1 }
    return textAt(inspection, left) === undefined ? undefined : headingAt(inspection, left)
  },
]

/** The typed cell that a selector merely links to. */
const rootOf = ({ formulaAt }: Inspection, place: Place): Place => {
  let at = place
  for (let n = 0; n < maxLinks; n++) {
    const formula = formulaAt(at.sheet, at.row, at.column)
    const next = formula?.expression.kind === 'range' ? cellAt(formula.areas[0]) : undefined
    if (next === undefined) return at
    at = next
  }
  return at
}

/** The cells that choose between named cases; `isCase` says whether a text names one. */
export const selectorsOf = (inspection: Inspection, isCase: (name: string) => boolean): Selector[] => {
  const { model, valueAt } = inspection
  const callsOf = perExpression((expression) =>
    callsIn(expression).filter(({ name }) => choosing.some((item) => item === name)),
  )
  const found = new Map<number, Selector>()
  const tries = new Map<number, number>()
  const look = ({ expression, place }: FormulaCell): void => {
    for (const call of callsOf(expression)) {
      const choice = choiceOf(inspection, call, place)
      const by = choice === undefined ? undefined : cellAt(areaOf(inspection, choice.by, place))
      if (choice === undefined || by === undefined) continue
      const id = model.grid.idOf(by.sheet, by.row, by.column)
      const value = valueAt(by.sheet, by.row, by.column)
      const tried = (tries.get(id) ?? 0) + 1
      tries.set(id, tried)
      if (found.has(id) || tried > maxTries || typeof value !== 'number' || !Number.isInteger(value)) continue
      const { options } = choice
      if (value < 1 || value > options.length || options.length < 2 || options.length > maxCases) continue
      for (const nameOf of namings) {
        const names = options.map((option) => (typeof option === 'string' ? option : nameOf(inspection, option)))
        const cases = names.filter((name) => name !== undefined && isCase(name))
        if (cases.length < 2 || new Set(cases).size < cases.length) continue
        found.set(id, { ...rootOf(inspection, by), names, live: value - 1 })
        break
      }
    }
  }
  for (const formula of model.formulas) if (choosing.some((name) => formula.functions.has(name))) look(formula)
  // A switch changes more than its own caption.
  return [...found].flatMap(([id, selector]) => ((tries.get(id) ?? 0) > 1 ? [selector] : []))
}
