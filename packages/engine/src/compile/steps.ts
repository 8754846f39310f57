import { type Component, componentsOf } from '../calculate/components.ts'
import type { createDependents } from './dependents.ts'
import { fuseSteps, type Step } from './fuse-steps.ts'
import type { Program } from './program.ts'
import type { Loop } from './template.ts'

/** A sequence of steps: each is a loop over some cells of one template, or something computed otherwise. */
export interface Steps {
  /** Indices of cells in their templates, step by step. */
  readonly order: Int32Array
  readonly loops: readonly Loop[]
  /** The start and end of each step in `order`. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly parts: readonly Step[]
}

interface Deps {
  program: Program
  components: readonly Component[]
  componentOf: Int32Array
  dependents: ReturnType<typeof createDependents>
  dependsOn(node: number): Int32Array
  /** Interprets a formula, or computes other nodes: cycles and data tables. */
  single(node: number): () => void
}

/**
 * Ranks templates by dependency: all cells of one come before those of the next, except within one rank. The
 * dependencies of a template are collected when it is visited and never stored: thousands of formulas over a range of
 * thousands of cells would be a hundred million pairs.
 */
const ranksOf = (count: number, needsOf: (kind: number) => readonly number[]): Int32Array => {
  const ranks = new Int32Array(count)
  componentsOf(count, needsOf).forEach(({ nodes }, rank) => {
    for (const node of nodes) ranks[node] = rank
  })
  return ranks
}

/**
 * Orders nodes so that each comes after its dependencies, and as many cells of one template as possible are computed in
 * one loop: a cell can follow its dependency in the same loop, as the months of a row do. Templates whose cells need
 * each other in turn, as in a waterfall, are processed together, and nothing else with them.
 */
export const orderSteps = (
  nodes: readonly number[],
  { program, components, componentOf, dependents: { starts: edgeStarts, edges }, dependsOn, single }: Deps,
): Steps => {
  const { groupOf, numberOf, isIdle, runs, evenLoop } = program
  const isIn = new Uint8Array(componentOf.length)
  for (const node of nodes) isIn[node] = 1
  const eachEdge = (node: number, visit: (component: number) => void): void => {
    const own = componentOf[node]
    for (let at = edgeStarts[node] ?? 0; at < (edgeStarts[node + 1] ?? 0); at++) {
      const other = edges[at] ?? 0
      if (isIn[other] === 1 && componentOf[other] !== own) visit(componentOf[other] ?? 0)
    }
  }
  /** The template of a component, or a kind of its own for interpreted and frozen formulas and cycles. */
  const kindOf = (component: number): number => {
    const { nodes: some = [], circular = false } = components[component] ?? {}
    const node = some[0] ?? 0
    const isTemplate = !circular && node < groupOf.length && isIdle[node] !== 1 && (groupOf[node] ?? -1) >= 0
    return isTemplate ? (groupOf[node] ?? 0) : runs.length + component
  }

  /** The number of edges to each component that have not been followed yet. */
  const open = new Int32Array(components.length)
  const seen = new Uint8Array(components.length)
  const units: number[] = []
  const kinds = new Int32Array(components.length)
  const byKind = new Map<number, number[]>()
  for (const node of nodes) {
    const component = componentOf[node] ?? 0
    if (seen[component] === 1) continue
    seen[component] = 1
    units.push(component)
    const kind = kindOf(component)
    kinds[component] = kind
    const some = byKind.get(kind)
    if (some === undefined) byKind.set(kind, [component])
    else some.push(component)
  }
  for (const node of nodes)
    eachEdge(node, (to) => {
      open[to] = (open[to] ?? 0) + 1
    })
  const kindCount = runs.length + components.length
  /** For each kind, the last kind found to need it. */
  const neededBy = new Int32Array(kindCount).fill(-1)
  const needsOf = (kind: number): number[] => {
    const found: number[] = []
    neededBy[kind] = kind
    for (const component of byKind.get(kind) ?? [])
      for (const node of components[component]?.nodes ?? []) {
        if (isIn[node] !== 1) continue
        for (const other of dependsOn(node)) {
          if (isIn[other] !== 1) continue
          const needed = kinds[componentOf[other] ?? 0] ?? 0
          if (neededBy[needed] === kind) continue
          neededBy[needed] = kind
          found.push(needed)
        }
      }
    return found
  }
  const ranks = ranksOf(kindCount, needsOf)

  /** Components that are ready, by kind; ready kinds, by rank, those waiting longest first. */
  const ready = new Map<number, number[]>()
  const waiting = new Map<number, number[]>()
  const enter = (component: number): void => {
    const kind = kinds[component] ?? 0
    const list = ready.get(kind)
    if (list !== undefined) {
      list.push(component)
      return
    }
    ready.set(kind, [component])
    const rank = ranks[kind] ?? 0
    const queue = waiting.get(rank)
    if (queue === undefined) waiting.set(rank, [kind])
    else queue.push(kind)
  }
  for (const component of units) if (open[component] === 0) enter(component)

  const order = new Int32Array(nodes.length)
  let ordered = 0
  const taken: Step[] = []
  const follow = (component: number): void => {
    for (const node of components[component]?.nodes ?? []) {
      if (isIn[node] !== 1) continue
      eachEdge(node, (to) => {
        const left = (open[to] ?? 0) - 1
        open[to] = left
        if (left === 0) enter(to)
      })
    }
  }
  const take = (kind: number): void => {
    const from = ordered
    const list = ready.get(kind) ?? []
    const run = runs[kind]
    const place = (component: number): void => {
      const node = components[component]?.nodes[0] ?? 0
      if (run !== undefined) order[ordered++] = numberOf[node] ?? 0
      else if (isIdle[node] !== 1 || components[component]?.circular) {
        const cycle = components[component]?.circular ? components[component]?.nodes : undefined
        taken.push({ kind, loop: single(node), cycle, from, to: from })
      }
      follow(component)
    }
    // The list grows during the loop: by components of the same template that depend on those just ordered.
    for (let n = 0; n < list.length; n++) {
      let next = list[n]
      // A row is followed to its end before the next row begins, so that its cells are evenly spaced.
      while (next !== undefined) {
        const before = list.length
        place(next)
        next = list.length === before + 1 ? list.pop() : undefined
      }
    }
    ready.delete(kind)
    if (run !== undefined) taken.push({ kind, loop: run.loop, from, to: ordered })
  }
  const inOrder = [...new Set(units.map((component) => ranks[kinds[component] ?? 0] ?? 0))].sort((a, b) => a - b)
  for (const rank of inOrder) {
    const queue = waiting.get(rank) ?? []
    for (let n = 0; n < queue.length; n++) take(queue[n] ?? 0)
  }
  const steps = fuseSteps(taken, runs)
  return {
    order: order.slice(0, ordered),
    loops: steps.map(({ kind, turns = [kind], loop, from, to }) => {
      const taking = turns.flatMap((one) => runs[one] ?? [])
      return (taking.length === turns.length ? evenLoop(turns, taking, order.slice(from, to)) : undefined) ?? loop
    }),
    starts: Int32Array.from(steps.map(({ from }) => from)),
    ends: Int32Array.from(steps.map(({ to }) => to)),
    parts: steps,
  }
}

/** Executes steps in order. */
export const runSteps = ({ order, loops, starts, ends }: Steps): void => {
  for (let n = 0; n < loops.length; n++) loops[n]?.(order, starts[n] ?? 0, ends[n] ?? 0)
}
