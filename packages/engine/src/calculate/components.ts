/** A strongly connected component: one node, or nodes that depend on each other. Components are in dependency order. */
export interface Component {
  readonly nodes: readonly number[]
  readonly circular: boolean
}

/**
 * Tarjan's algorithm without recursion, so that a chain of a hundred thousand cells does not exhaust the stack. Nodes
 * are numbered from 0; the dependencies of each node are requested once.
 */
export const componentsOf = (
  count: number,
  dependsOn: (node: number) => readonly number[] | Int32Array,
): Component[] => {
  const index = new Int32Array(count).fill(-1)
  const low = new Int32Array(count)
  const onStack = new Uint8Array(count)
  const stack = new Int32Array(count)
  /** The explicit stack: the nodes on the current path, the dependencies of each, and how many of them were visited. */
  const path = new Int32Array(count)
  const edgesOn: (readonly number[] | Int32Array)[] = []
  const followed = new Int32Array(count)
  const finished = new Int32Array(count)
  const components: Component[] = []
  let next = 0
  let ended = 0
  let depth = 0
  let stacked = 0

  const enter = (node: number): void => {
    index[node] = next
    low[node] = next
    next += 1
    stack[stacked++] = node
    onStack[node] = 1
    path[depth] = node
    edgesOn[depth] = dependsOn(node)
    followed[depth] = 0
    depth += 1
  }
  const visit = (start: number): void => {
    enter(start)
    while (depth > 0) {
      const top = depth - 1
      const node = path[top] ?? 0
      const edges = edgesOn[top] ?? []
      const at = followed[top] ?? 0
      if (at < edges.length) {
        const other = edges[at] ?? 0
        followed[top] = at + 1
        if (index[other] === -1) enter(other)
        else if (onStack[other] === 1) low[node] = Math.min(low[node] ?? 0, index[other] ?? 0)
        continue
      }
      depth = top
      finished[node] = ended++
      if (top > 0) {
        const parent = path[top - 1] ?? 0
        low[parent] = Math.min(low[parent] ?? 0, low[node] ?? 0)
      }
      if (low[node] !== index[node]) continue
      const nodes: number[] = []
      for (let other = -1; other !== node; ) {
        other = stack[--stacked] ?? node
        onStack[other] = 0
        nodes.push(other)
      }
      const circular = nodes.length > 1 || edges.includes(node)
      // Within a cycle, too, most nodes come after their dependencies: iterating in this order converges fastest.
      if (nodes.length > 1) nodes.sort((a, b) => (finished[a] ?? 0) - (finished[b] ?? 0))
      components.push({ nodes, circular })
    }
  }
  for (let node = 0; node < count; node++) if (index[node] === -1) visit(node)
  return components
}
