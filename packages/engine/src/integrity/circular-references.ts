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

/** Formulas that depend on themselves. A circle that was copied along from period to period is one finding. */
export const circularReferences: Check = (inspection) => {
  const { components, model, workbook } = inspection
  if (model.formulas.length === 0) return undefined
  const rowsOf = (nodes: readonly number[]): string => {
    const rows = nodes.map((n) => `${model.formulas[n]?.place.sheet} ${model.formulas[n]?.place.row}`)
    return [...new Set(rows)].sort().join(',')
  }
  const circles = components.filter(({ circular }) => circular)
  return [...groupBy(circles, ({ nodes }) => rowsOf(nodes)).values()].map((group): Slip => {
    const nodes = group.flatMap((circle) => circle.nodes)
    const isHeld = workbook.iteration !== undefined && group.every((circle) => hasBreaker(inspection, circle.nodes))
    const how =
      workbook.iteration === undefined
        ? 'and the workbook does not iterate'
        : `solved by iteration, ${isHeld ? 'with' : 'without'} a switch that cuts it`
    const many = group.length === 1 ? '' : ` in ${group.length} circles`
    return {
      check: 'circular_reference',
      ...(isHeld ? { severity: 'medium' as const } : {}),
      message: `${counted(nodes.length, 'formula')} ${nodes.length === 1 ? 'depends on itself' : 'depend on one another'}${many}, ${how}.`,
      areas: rectangles(nodes.flatMap((n) => model.formulas[n]?.place ?? [])),
    }
  })
}
