import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import { type Inspection, labelOf } from './inspection.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { counted } from './wording.ts'

const breaker = /circ|breaker/i

/** Whether one of the formulas asks a switch that can cut the circle. */
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
 * takes in its own cell that way is not a circle.
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

/** Formulas that depend on themselves: one finding for each sheet, whose circles have one reason far more often than several. */
export const circularReferences: Check = (inspection) => {
  const { components, model, workbook } = inspection
  if (model.formulas.length === 0) return undefined
  const circles = components.filter(({ circular, nodes }) => circular && !isByLookup(inspection, nodes))
  const isIterated = workbook.iteration !== undefined
  const groups = groupBy(circles, ({ nodes }) => {
    const sheet = model.formulas[nodes[0] ?? 0]?.place.sheet
    return `${sheet} ${isIterated && hasBreaker(inspection, nodes)}`
  })
  return [...groups.values()].map((group): Slip => {
    const nodes = group.flatMap((circle) => circle.nodes)
    const isHeld = isIterated && group.every((circle) => hasBreaker(inspection, circle.nodes))
    const how = !isIterated
      ? 'and the workbook does not iterate'
      : `solved by iteration, ${isHeld ? 'with' : 'without'} a switch that cuts it`
    const many = group.length === 1 ? '' : ` in ${group.length} circles`
    return {
      check: 'circular_reference',
      // Who turned the iteration on knows of the circle.
      ...(isIterated ? { severity: 'medium' as const } : {}),
      message: `${counted(nodes.length, 'formula')} ${nodes.length === 1 ? 'depends on itself' : 'depend on one another'}${many}, ${how}.`,
      areas: rectangles(nodes.flatMap((n) => model.formulas[n]?.place ?? [])),
    }
  })
}
