import type { Model } from '../calculate/model.ts'
import type { Area } from '../value/value.ts'
import { createDependents } from './dependents.ts'
import type { Program } from './program.ts'
import { sameNumbers } from './same-numbers.ts'
import { orderSteps, type Steps } from './steps.ts'

/** What must be recomputed after a change. */
export interface Cone {
  readonly steps: Steps
  /** The steps to compute. */
  readonly nodes: readonly number[]
  /** The number of formulas. */
  readonly size: number
  /** Those with dynamic references, which can move as a result. */
  readonly dynamic: readonly number[]
}

interface Deps {
  model: Model
  program: Program
  /** Solves circular references. */
  solver(nodes: readonly number[]): () => void
  /** Computes a data table. */
  table(node: number): void
}

/** Total number of nodes in cached cones; more would exhaust the memory when every cell of a model is tried in turn. */
const maxNodes = 2_000_000

/** Where changes start: slots that were set, and nodes to be computed in any case. */
export interface Origin {
  readonly ids: readonly number[]
  readonly nodes: readonly number[]
  /** Nodes whose cells were set, and which must not be computed. */
  readonly setOver: readonly number[]
  /** If given, only what these slots need is computed. */
  readonly only: readonly number[] | undefined
}

const isSameOrigin = (a: Origin, b: Origin): boolean =>
  sameNumbers(a.ids, b.ids) &&
  sameNumbers(a.nodes, b.nodes) &&
  sameNumbers(a.setOver, b.setOver) &&
  (a.only === b.only || (a.only !== undefined && b.only !== undefined && sameNumbers(a.only, b.only)))

export type Graph = ReturnType<typeof createGraph>

/** The dependency graph, valid as long as dynamic references such as OFFSET and INDIRECT do not move. */
export const createGraph = ({ model, program, solver, table }: Deps) => {
  const { formulas, count } = model
  const looks = new Map<number, readonly Area[]>()
  const looksTo = new Map<number, Int32Array>()
  formulas.forEach(({ dynamic, frozen }, n) => {
    if (!dynamic || frozen !== undefined) return
    looks.set(n, model.areasOf(n))
    looksTo.set(n, model.dependsOn(n))
  })
  const dependsOn = (n: number): Int32Array => looksTo.get(n) ?? model.dependsOn(n)
  const dependents = createDependents({
    ...model,
    dependsOn,
    areasOf: (n: number) => looks.get(n) ?? model.areasOf(n),
  })
  const components = model.order()
  const componentOf = new Int32Array(count)
  components.forEach(({ nodes }, c) => {
    for (const node of nodes) componentOf[node] = c
  })
  const solvers = new Map<number, () => void>()
  const solverAt = (c: number): (() => void) => {
    const known = solvers.get(c)
    if (known !== undefined) return known
    const made = solver(components[c]?.nodes ?? [])
    solvers.set(c, made)
    return made
  }
  const single = (node: number): (() => void) => {
    const c = componentOf[node] ?? 0
    if (components[c]?.circular) return solverAt(c)
    return node >= formulas.length ? () => table(node) : () => program.run(node)
  }

  /** The subset of the nodes that slots depend on. */
  const neededBy = (ids: readonly number[], nodes: readonly number[]): number[] => {
    const isIn = new Uint8Array(count)
    for (const node of nodes) isIn[node] = 1
    const found: number[] = []
    const enter = (node: number): void => {
      if (node < 0 || isIn[node] !== 1) return
      isIn[node] = 2
      found.push(node)
    }
    for (const id of ids) enter(model.nodeAt(id))
    // The list of needed nodes grows during the loop.
    for (let at = 0; at < found.length; at++) for (const other of dependsOn(found[at] ?? 0)) enter(other)
    return found
  }

  const coneFrom = (nodes: readonly number[]): Cone => ({
    steps: orderSteps(nodes, { program, components, componentOf, dependents, dependsOn, single }),
    nodes,
    size: nodes.filter((node) => node < formulas.length).length,
    dynamic: nodes.filter((node) => looks.has(node)),
  })
  const maxCones = Math.max(4, Math.min(64, Math.floor(maxNodes / Math.max(1, count))))
  const cones = new Map<string, Cone>()
  /** Thousands of runs request the same cone: building its cache key took longer than comparing with the last one. */
  let last: { readonly origin: Origin; readonly cone: Cone } | undefined

  return {
    looks,
    /** What changes when slots are set and nodes are computed, excluding formulas whose cells were set. */
    coneOf: (origin: Origin): Cone => {
      if (last !== undefined && isSameOrigin(last.origin, origin)) return last.cone
      const { ids, nodes, setOver, only } = origin
      const key = `${ids.join(' ')}|${nodes.join(' ')}|${setOver.join(' ')}|${only === undefined ? '*' : only.join(' ')}`
      const before = cones.get(key)
      if (before !== undefined) {
        last = { origin, cone: before }
        return before
      }
      const isSetOver = new Set(setOver)
      const all = dependents.cone(ids, nodes).filter((node) => !isSetOver.has(node))
      const made = coneFrom(only === undefined ? all : neededBy(only, all))
      const [oldest] = cones.keys()
      if (cones.size >= maxCones && oldest !== undefined) cones.delete(oldest)
      cones.set(key, made)
      last = { origin, cone: made }
      return made
    },
    /** All nodes. */
    whole: (): Cone => coneFrom(Array.from({ length: count }, (_, n) => n)),
    /** The nodes that depend on slots. */
    nodesAfter: (ids: readonly number[]): number[] => dependents.cone(ids),
  }
}
