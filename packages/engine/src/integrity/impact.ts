import type { Area } from '../value/value.ts'
import type { Impact, Slip } from './finding.ts'
import type { Inspection } from './inspection.ts'
import { isHeadline } from './metric-rules.ts'

/** The number of findings traced at once: one bit each. */
const lanes = 31

const meet = (a: Area, b: Area): boolean =>
  a.sheet === b.sheet && a.top <= b.bottom && b.top <= a.bottom && a.left <= b.right && b.left <= a.right

/** Areas without formulas are searched in the references of formulas; of many, only the first are. */
const maxTypedAreas = 20

/**
 * The impact of findings. All formulas are visited once in dependency order, with one bit for each of up to 31
 * findings: tracing them one by one took time proportional to their number.
 */
const touchedBy = ({ model, components, metrics, formulaNumberAt }: Inspection, slips: readonly Slip[]): Impact[] => {
  const { formulas, dependsOn } = model
  const own = new Int32Array(formulas.length)
  const reached = new Int32Array(formulas.length)
  const typed = new Map<number, { area: Area; bit: number }[]>()
  slips.forEach(({ areas }, lane) => {
    let typedAreas = 0
    for (const area of areas) {
      const used = model.grid.used(area)
      if (used === undefined) continue
      let hasTyped = false
      for (let row = used.top; row <= used.bottom; row++)
        for (let column = used.left; column <= used.right; column++) {
          const n = formulaNumberAt(used.sheet, row, column)
          if (n < 0) hasTyped = true
          else own[n] = (own[n] ?? 0) | (1 << lane)
        }
      if (!hasTyped || ++typedAreas > maxTypedAreas) continue
      const onSheet = typed.get(used.sheet) ?? []
      onSheet.push({ area: used, bit: 1 << lane })
      typed.set(used.sheet, onSheet)
    }
  })
  if (typed.size > 0)
    formulas.forEach(({ areas }, n) => {
      for (const area of areas)
        for (const cell of typed.get(area.sheet) ?? [])
          if (meet(area, cell.area)) reached[n] = (reached[n] ?? 0) | cell.bit
    })

  for (const { nodes } of components) {
    let bits = 0
    for (const n of nodes) {
      bits |= reached[n] ?? 0
      for (const other of dependsOn(n)) bits |= (own[other] ?? 0) | (reached[other] ?? 0)
    }
    for (const n of nodes) reached[n] = bits
  }

  const dependents = new Int32Array(lanes)
  reached.forEach((bits, n) => {
    // A cell of the finding itself is not one of its dependents.
    for (let rest = bits & ~(own[n] ?? 0); rest !== 0; rest &= rest - 1) {
      const lane = 31 - Math.clz32(rest & -rest)
      dependents[lane] = (dependents[lane] ?? 0) + 1
    }
  })
  const headlines = metrics.filter(({ metricKey }) => isHeadline(metricKey))
  return slips.map(({ areas }, lane) => {
    const keys = headlines
      .filter(({ sheet, row, column }) => {
        const n = formulaNumberAt(sheet, row, column)
        const place = { sheet, top: row, left: column, bottom: row, right: column }
        return ((reached[n] ?? 0) & (1 << lane)) !== 0 || areas.some((area) => meet(area, place))
      })
      .map(({ metricKey }) => metricKey)
    return { dependents: dependents[lane] ?? 0, metrics: [...new Set(keys)] }
  })
}

/** The impact of each finding. */
export const impactsOf = (inspection: Inspection, slips: readonly Slip[]): Impact[] =>
  Array.from({ length: Math.ceil(slips.length / lanes) }, (_, n) =>
    touchedBy(inspection, slips.slice(n * lanes, (n + 1) * lanes)),
  ).flat()
