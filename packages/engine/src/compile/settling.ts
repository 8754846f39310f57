import type { Model } from '../calculate/model.ts'
import type { Scalar } from '../value/value.ts'
import { type Cone, createGraph, type Graph, type Origin } from './graph.ts'
import { sameAreas } from './same-areas.ts'
import { runSteps } from './steps.ts'

interface Deps {
  model: Model
  graphFrom: Omit<Parameters<typeof createGraph>[0], 'model'>
}

/** Formulas that still look elsewhere after so many passes chase one another. */
const maxPasses = 64
/** Nodes of all graphs that are kept: a selector that goes to and fro must not order the whole model each time. */
const maxNodes = 300_000

/**
 * Computes what changed until every formula has looked at what is now right. OFFSET, INDIRECT and the like may look at
 * other cells after a change, and these may have to be computed first: then the model is put into its new order, and
 * what depends on the change and on those formulas is computed again.
 */
export const createSettling = ({ model, graphFrom }: Deps) => {
  const { grid } = model
  const dynamic = model.formulas.flatMap((formula, n) => (formula.dynamic && formula.frozen === undefined ? [n] : []))
  const graphs = new Map<string, Graph>()
  const maxGraphs = Math.max(2, Math.min(16, Math.floor(maxNodes / Math.max(1, model.count))))
  const chasing = new Set<number>()

  const graphNow = (): Graph => {
    const key = dynamic
      .map((n) =>
        model
          .areasOf(n)
          .map(({ sheet, top, left, bottom, right }) => `${sheet} ${top} ${left} ${bottom} ${right}`)
          .join(','),
      )
      .join(';')
    const made = graphs.get(key) ?? createGraph({ model, ...graphFrom })
    graphs.delete(key)
    const [oldest] = graphs.keys()
    if (graphs.size >= maxGraphs && oldest !== undefined) graphs.delete(oldest)
    graphs.set(key, made)
    return made
  }
  let graph: Graph | undefined

  /** What a formula was worth, and what told it where to look. */
  const signsOf = (n: number): Scalar[] => {
    const signs = [grid.get(model.formulas[n]?.id ?? 0)]
    for (const { sheet, top, left, bottom, right } of model.areasOf(n))
      if (top === bottom && left === right) signs.push(grid.get(grid.idOf(sheet, top, left)))
    return signs
  }
  const known = new Map<number, readonly Scalar[]>()
  const isAsLeft = (n: number): boolean => {
    const before = known.get(n)
    return before === undefined || signsOf(n).every((sign, at) => Object.is(sign, before[at]))
  }

  const settle = (first: readonly number[], coneIn: (graph: Graph, nodes: readonly number[]) => Cone): Cone => {
    graph ??= graphNow()
    let at = graph
    let nodes = first
    let cone = coneIn(at, nodes)
    for (let pass = 0; ; pass++) {
      grid.beginPass()
      runSteps(cone.steps)
      const moved = cone.dynamic.filter((n) => !sameAreas(model.areasOf(n), at.looks.get(n) ?? []))
      for (const n of cone.dynamic) chasing.delete(n)
      if (moved.length === 0 || pass >= maxPasses) {
        for (const n of moved) chasing.add(n)
        graph = at
        for (const n of cone.dynamic) known.set(n, signsOf(n))
        return cone
      }
      nodes = [...new Set([...nodes, ...moved])].sort((a, b) => a - b)
      at = graphNow()
      cone = coneIn(at, nodes)
    }
  }

  return {
    /** Formulas that never came to look at what is right. */
    chasing,
    graph: (): Graph => {
      graph ??= graphNow()
      return graph
    },
    /** To be called before cells are set: they may have been put back to what they were, behind our back. */
    notice: (): void => {
      if (dynamic.every(isAsLeft)) return
      model.forgetLooks()
      graph = graphNow()
      for (const n of dynamic) known.set(n, signsOf(n))
    },
    /** Computes what changes when slots are set. */
    settle: (origin: Origin): Cone => settle(origin.nodes, (at, nodes) => at.coneOf({ ...origin, nodes })),
    /** What would be computed when slots are set. */
    coneOf: (origin: Origin): Cone => {
      graph ??= graphNow()
      return graph.coneOf(origin)
    },
    /** Computes everything. */
    settleAll: (): Cone => settle([], (at) => at.whole()),
  }
}
