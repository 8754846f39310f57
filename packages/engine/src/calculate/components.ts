/** Nodes that depend on one another, or one alone; in an order in which each comes after all it depends on. */
export interface Component {
  readonly nodes: readonly number[]
  readonly circular: boolean
}

/**
 * Tarjan's algorithm without recursion: a chain of a hundred thousand cells must not exhaust the stack. Nodes are
 * numbered from 0; what a node depends on is asked for once.
 */
export const componentsOf = (
  count: number,
  dependsOn: (node: number) => readonly number[] | Int32Array,
): Component[] => {
  const index = new Int32Array(count).fill(-1)
  const low = new Int32Array(count)
  const onStack = new Uint8Array(count)
  const stack: number[] = []
  const finished = new Int32Array(count)
  const components: Component[] = []
  let next = 0
  let ended = 0

  const visit = (start: number): void => {
    const path = [{ node: start, edges: dependsOn(start), at: 0 }]
    const enter = (node: number): void => {
      index[node] = next
      low[node] = next
      next += 1
      stack.push(node)
      onStack[node] = 1
    }
    enter(start)
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const { node, edges } = step
      if (step.at < edges.length) {
        const other = edges[step.at] ?? 0
        step.at += 1
        if (index[other] === -1) {
          enter(other)
          path.push({ node: other, edges: dependsOn(other), at: 0 })
        } else if (onStack[other] === 1) low[node] = Math.min(low[node] ?? 0, index[other] ?? 0)
        continue
      }
      path.pop()
      finished[node] = ended++
      const parent = path.at(-1)
      if (parent !== undefined) low[parent.node] = Math.min(low[parent.node] ?? 0, low[node] ?? 0)
      if (low[node] !== index[node]) continue
      const nodes: number[] = []
      for (let other = -1; other !== node; ) {
        other = stack.pop() ?? node
        onStack[other] = 0
        nodes.push(other)
      }
      const circular = nodes.length > 1 || [...edges].includes(node)
      // Within a circle, too, most come after what they depend on: rounds that follow this order settle soonest.
      components.push({ nodes: nodes.sort((a, b) => (finished[a] ?? 0) - (finished[b] ?? 0)), circular })
    }
  }
  for (let node = 0; node < count; node++) if (index[node] === -1) visit(node)
  return components
}
