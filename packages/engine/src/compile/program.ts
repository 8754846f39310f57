import type { FormulaCell, Model } from '../calculate/model.ts'
import type { Expression } from '../formula/expression.ts'
import { createEvenLoops } from './even-loop.ts'
import { createTemplate, type Template, type TemplateRun } from './template.ts'

interface Deps {
  /** Interprets a formula and stores its value. */
  full(formula: FormulaCell): void
  /** Whether a formula keeps its cached value because its recalculated value disagrees. */
  isKept(formula: FormulaCell): boolean
}

export type Program = ReturnType<typeof createProgram>

/** How the formulas of a model are computed: each in the loop of its template, by the interpreter, or not at all. */
export const createProgram = (model: Model, { full, isKept }: Deps) => {
  const { formulas } = model
  const known = new Map<Expression, { template: Template; group: number } | undefined>()
  const templates: Template[] = []
  const groupOf = new Int32Array(formulas.length).fill(-1)
  const numberOf = new Int32Array(formulas.length)
  const isIdle = new Uint8Array(formulas.length)
  const fullAt = (slot: number): void => {
    const formula = formulas[model.nodeAt(slot)]
    if (formula !== undefined) full(formula)
  }
  const groupFor = (expression: Expression) => {
    if (known.has(expression)) return known.get(expression)
    const template = createTemplate(expression, { model, full: fullAt })
    const made = template && { template, group: templates.push(template) - 1 }
    known.set(expression, made)
    return made
  }

  formulas.forEach((formula, n) => {
    const { expression, place, id, array, frozen, dynamic } = formula
    if (frozen !== undefined || isKept(formula)) isIdle[n] = 1
    else if (array === undefined && !dynamic) {
      const found = groupFor(expression)
      if (found === undefined) return
      groupOf[n] = found.group
      numberOf[n] = found.template.add(place, id)
    }
  })
  const runs: readonly TemplateRun[] = templates.map((template) => template.ready())

  return {
    /** How the cells of each template are computed. */
    runs,
    evenLoop: createEvenLoops({ grid: model.grid, full: fullAt }),
    /** The template of a formula; -1 if it is interpreted. */
    groupOf,
    /** Its index in the template. */
    numberOf,
    /** 1 if it keeps its cached value. */
    isIdle,
    /** Computes one formula. */
    run: (node: number): void => {
      const formula = formulas[node]
      if (formula === undefined || isIdle[node] === 1) return
      const template = runs[groupOf[node] ?? -1]
      if (template === undefined) full(formula)
      else template.one(numberOf[node] ?? 0)
    },
    /** The number of compiled formulas and templates. */
    compiled: groupOf.reduce((count, group) => count + (group >= 0 ? 1 : 0), 0),
    templates: templates.length,
  }
}
