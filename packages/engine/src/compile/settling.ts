import type { Model } from '../calculate/model.ts'
import type { Scalar } from '../value/value.ts'
import { type Cone, createGraph, type Graph, type Origin } from './graph.ts'
import { sameAreas } from './same-areas.ts'
import { runSteps } from './steps.ts'

interface Deps {
  model: Model
  graphFrom: Omit<Parameters<typeof createGraph>[0], 'model'>
}

/** Dynamic references that still move after this many passes chase each other. */
const maxPasses = 64
/**
 * Total number of nodes in cached graphs: a selector that switches back and forth must not reorder the whole model each
 * time.
 */
const maxNodes = 300_000

/**
 * Recomputes until every formula has read up-to-date cells. After a change, dynamic references such as OFFSET and
 * INDIRECT can point to cells that must be computed first: then the model is reordered, and everything that depends on
 * the change and on those formulas is computed again.
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

  /** A formula's last value, and what determined its dynamic references. */
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
    /** Formulas whose dynamic references never stabilized. */
    chasing,
    graph: (): Graph => {
      graph ??= graphNow()
      return graph
    },
    /** Must be called before cells are set, because cells may have been restored directly in the meantime. */
    notice: (): void => {
      if (dynamic.every(isAsLeft)) return
      model.forgetLooks()
      graph = graphNow()
      for (const n of dynamic) known.set(n, signsOf(n))
    },
    /** Recomputes what changes when slots are set. */
    settle: (origin: Origin): Cone => settle(origin.nodes, (at, nodes) => at.coneOf({ ...origin, nodes })),
    /** The formulas that would be computed if slots were set. */
    coneOf: (origin: Origin): Cone => {
      graph ??= graphNow()
      return graph.coneOf(origin)
    },
    /** Computes everything. */
    settleAll: (): Cone => settle([], (at) => at.whole()),
  }
}
