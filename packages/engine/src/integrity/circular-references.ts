import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import { type Inspection, labelOf } from './inspection.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { counted } from './wording.ts'

const breaker = /circ|breaker/i

/** Whether one of the formulas asks a switch that can cut the cycle. */
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
 * INDEX over a whole sheet reads one cell of it, but all of it is what the formula seems to depend on. A formula whose range
 * takes in its own cell that way is not a cycle.
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

/** Larger cycles are taken to be closed: to look at what each formula reads takes a computation of all of them. */
const maxFollowed = 5_000

/** Whether a cycle is closed with the current values. One that a condition cuts, such as a switch, is not. */
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
  // What reads nothing of the cycle is taken away, and what then reads nothing, until nothing or a cycle is left.
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

/** Formulas that depend on themselves: one finding for each sheet, whose cycles have one reason far more often than several. */
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
    const how = !isIterated
      ? isOff
        ? 'but a condition cuts the cycle with the current values'
        : 'and the workbook does not iterate'
      : `solved by iteration, ${isHeld ? 'with' : 'without'} a switch that cuts it`
    const many = group.length === 1 ? '' : ` in ${group.length} cycles`
    return {
      check: 'circular_reference',
      // Who turned the iteration on knows of the cycle.
      ...(isOff ? { severity: 'low' as const } : isIterated ? { severity: 'medium' as const } : {}),
      message: `${counted(nodes.length, 'formula')} ${nodes.length === 1 ? 'depends on itself' : 'depend on one another'}${many}, ${how}.`,
      areas: rectangles(nodes.flatMap((n) => model.formulas[n]?.place ?? [])),
    }
  })
}
