import type { Component } from '../calculate/components.ts'
import type { FormulaCell, Model } from '../calculate/model.ts'
import type { Expression } from '../formula/expression.ts'
import { createTemplate, type Template } from './template.ts'

type Loop = ReturnType<Template['ready']>

/** Steps to be taken one after the other: a loop over some cells of one template, or cells computed in full. */
export interface Steps {
  /** Numbers of cells in their templates, one step after the other. */
  readonly order: Int32Array
  readonly loops: readonly Loop[]
  /** Where in `order` each step begins; one more than there are steps. */
  readonly starts: Int32Array
}

interface Deps {
  /** Computes a formula in full and stores what it is worth. */
  full(formula: FormulaCell): void
  /** Computes formulas that depend on one another, as the workbook says. */
  circular(formulas: readonly FormulaCell[]): void
  /** Whether a formula keeps its cached value, because it did not come out. */
  isKept(formula: FormulaCell): boolean
}

/** The whole model as loops over its templates, in an order that respects what depends on what. */
export const createProgram = (model: Model, components: readonly Component[], { full, circular, isKept }: Deps) => {
  const { formulas, grid } = model
  const byId = new Map(formulas.map((formula) => [formula.id, formula]))
  const templates = new Map<Expression, Template | undefined>()
  const loopOf = new Map<Template, Loop>()
  const templateOf: (Template | undefined)[] = []
  const numberOf = new Int32Array(formulas.length)

  formulas.forEach((formula, n) => {
    const { expression, place, id, array, frozen, dynamic } = formula
    if (array !== undefined || frozen !== undefined || dynamic || isKept(formula)) return
    if (!templates.has(expression))
      templates.set(
        expression,
        createTemplate(expression, {
          grid,
          full: (slot) => {
            const one = byId.get(slot)
            if (one !== undefined) full(one)
          },
        }),
      )
    const template = templates.get(expression)
    templateOf[n] = template
    if (template !== undefined) numberOf[n] = template.add(place, id)
  })
  for (const template of templates.values()) if (template !== undefined) loopOf.set(template, template.ready())

  /** How many steps a formula comes after the first it depends on; those of one level do not depend on one another. */
  const levels = new Int32Array(formulas.length)
  const componentOf = new Int32Array(formulas.length).fill(-1)
  components.forEach(({ nodes }, c) => {
    for (const node of nodes) componentOf[node] = c
    let level = 0
    for (const node of nodes)
      for (const other of model.dependsOn(node))
        if (componentOf[other] !== c) level = Math.max(level, (levels[other] ?? 0) + 1)
    for (const node of nodes) levels[node] = level
  })

  const fullLoop =
    (some: readonly FormulaCell[]): Loop =>
    () => {
      for (const formula of some) full(formula)
    }

  /** Steps for some of the formulas, by their places in the list. */
  const stepsFor = (places: readonly number[]): Steps => {
    const order: number[] = []
    const loops: Loop[] = []
    const starts: number[] = [0]
    const step = (loop: Loop, numbers: readonly number[]): void => {
      loops.push(loop)
      order.push(...numbers)
      starts.push(order.length)
    }
    const byLevel = new Map<number, number[]>()
    for (const place of places) {
      const level = levels[place] ?? 0
      const list = byLevel.get(level)
      if (list === undefined) byLevel.set(level, [place])
      else list.push(place)
    }
    for (const level of [...byLevel.keys()].sort((one, other) => one - other)) {
      const here = byLevel.get(level) ?? []
      const groups = new Map<Template, number[]>()
      const inFull: FormulaCell[] = []
      const done = new Set<number>()
      for (const place of here) {
        const component = components[componentOf[place] ?? 0]
        if (component?.circular) {
          if (done.has(componentOf[place] ?? 0)) continue
          done.add(componentOf[place] ?? 0)
          const some = component.nodes.flatMap((node) => formulas[node] ?? [])
          step(() => circular(some), [])
          continue
        }
        const template = templateOf[place]
        const formula = formulas[place]
        if (formula === undefined || formula.frozen !== undefined || isKept(formula)) continue
        if (template === undefined) inFull.push(formula)
        else {
          const list = groups.get(template)
          if (list === undefined) groups.set(template, [numberOf[place] ?? 0])
          else list.push(numberOf[place] ?? 0)
        }
      }
      for (const [template, numbers] of groups) step(loopOf.get(template) ?? (() => undefined), numbers)
      if (inFull.length > 0) step(fullLoop(inFull), [])
    }
    return { order: Int32Array.from(order), loops, starts: Int32Array.from(starts) }
  }

  return {
    stepsFor,
    /** How many formulas are compiled. */
    compiled: templateOf.filter((template) => template !== undefined).length,
    templates: [...templates.values()].filter((template) => template !== undefined).length,
  }
}

export const runSteps = ({ order, loops, starts }: Steps): void => {
  for (let n = 0; n < loops.length; n++) loops[n]?.(order, starts[n] ?? 0, starts[n + 1] ?? 0)
}
