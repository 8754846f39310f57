import { findingMessages as messages } from '../messages/findings.ts'
import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import { type Inspection, labelOf } from './inspection.ts'
import { groupBy, rectangles } from './rectangles.ts'

const breaker = /circ|breaker/i

/** Whether one of the formulas reads a switch that can break the cycle. */
const hasBreaker = (inspection: Inspection, nodes: readonly number[]): boolean =>
  nodes.some((n) => {
    const formula = inspection.model.formulas[n]
    return (
      formula?.functions.has('IF') === true &&
      formula.areas.some(
        ({ sheet, top, left, bottom, right }) =>
          top === bottom &&
          left === right &&
          breaker.test(labelOf(inspection, { sheet, row: top, column: left }) ?? ''),
      )
    )
  })

/**
 * INDEX over a whole sheet reads one cell of it, but seems to depend on all of it. A formula whose range includes its
 * own cell that way is not a cycle.
 */
const isByLookup = ({ model }: Inspection, nodes: readonly number[]): boolean =>
  nodes.every((n) => {
    const formula = model.formulas[n]
    if (formula === undefined || !formula.functions.has('INDEX')) return false
    const { sheet, row, column } = formula.place
    return formula.areas.some(
      (area) =>
        area.sheet === sheet && area.top <= row && row <= area.bottom && area.left <= column && column <= area.right,
    )
  })

/** Larger cycles are assumed to be closed: finding what each formula reads takes a computation of all of them. */
const maxFollowed = 5_000

/** Whether a cycle is closed with the current values. One that a condition, such as a switch, breaks is not. */
const isClosed = ({ model }: Inspection, nodes: readonly number[]): boolean => {
  if (nodes.length > maxFollowed) return true
  const own = new Set(nodes)
  const reads = new Map(
    nodes.map((n) => {
      const formula = model.formulas[n]
      const all = formula === undefined || formula.frozen !== undefined ? model.dependsOn(n) : model.readsOf(formula)
      return [n, [...all].filter((other) => own.has(other))]
    }),
  )
  // Repeatedly removes formulas that read nothing of the cycle, until nothing or a real cycle is left.
  const readers = new Map<number, number[]>(nodes.map((n) => [n, []]))
  for (const [n, others] of reads) for (const other of others) readers.get(other)?.push(n)
  const left = new Map([...reads].map(([n, others]) => [n, others.length]))
  const free = nodes.filter((n) => left.get(n) === 0)
  for (let n = free.pop(); n !== undefined; n = free.pop()) {
    left.delete(n)
    for (const reader of readers.get(n) ?? []) {
      const rest = (left.get(reader) ?? 0) - 1
      left.set(reader, rest)
      if (rest === 0) free.push(reader)
    }
  }
  return left.size > 0
}

/** Formulas that depend on themselves: one finding per sheet, because its cycles usually have one cause. */
export const circularReferences: Check = (inspection) => {
  const { components, model, workbook } = inspection
  if (model.formulas.length === 0) return undefined
  const cycles = components.filter(({ circular, nodes }) => circular && !isByLookup(inspection, nodes))
  const isIterated = workbook.iteration !== undefined
  const open = new Set(isIterated ? [] : cycles.filter(({ nodes }) => !isClosed(inspection, nodes)))
  const groups = groupBy(cycles, (cycle) => {
    const sheet = model.formulas[cycle.nodes[0] ?? 0]?.place.sheet
    return `${sheet} ${isIterated ? hasBreaker(inspection, cycle.nodes) : open.has(cycle)}`
  })
  return [...groups.values()].map((group): Slip => {
    const nodes = group.flatMap((cycle) => cycle.nodes)
    const isHeld = isIterated && group.every((cycle) => hasBreaker(inspection, cycle.nodes))
    const isOff = group.every((cycle) => open.has(cycle))
    const places = nodes.flatMap((n) => model.formulas[n]?.place ?? [])
    const cell = inspection.nameCells(places.slice(0, 1))
    const formulas = nodes.length
    const what =
      group.length > 1
        ? messages.circularSeveral({ formulas, cycles: group.length, cell })
        : formulas === 1
          ? messages.circularOwn({ cell })
          : messages.circular({ formulas, cell })
    const solved = isHeld ? messages.circularWithSwitch() : messages.circularWithoutSwitch()
    const unsolved = isOff ? messages.circularInactive() : messages.circularNotIterated()
    return {
      check: 'circular_reference',
      // An author who turned on iteration knows about the cycle.
      ...(isOff ? { severity: 'low' as const } : isIterated ? { severity: 'medium' as const } : {}),
      message: `${what} ${isIterated ? solved : unsolved}`,
      areas: rectangles(places),
    }
  })
}
