/** Longer lists are stored by reference: many formulas share the list of a large range. */
const longest = 16

/**
 * A list of nodes for each of many formulas, packed into one array: separate arrays took a tenth of a model's memory.
 */
export const createNodeLists = (count: number) => {
  const starts = new Int32Array(count).fill(-1)
  const lengths = new Uint8Array(count)
  const long = new Map<number, Int32Array>()
  let all = new Int32Array(2 * count + longest)
  let used = 0
  return {
    /** Undefined if nothing was stored for the formula. */
    get: (n: number): Int32Array | undefined => {
      const start = starts[n] ?? -1
      return start === -1 ? long.get(n) : all.subarray(start, start + (lengths[n] ?? 0))
    },
    /** Stores the list of a formula that has none yet. */
    keep: (n: number, nodes: Int32Array): void => {
      if (nodes.length > longest) {
        long.set(n, nodes)
        return
      }
      if (used + nodes.length > all.length) {
        const larger = new Int32Array(all.length * 2)
        larger.set(all)
        all = larger
      }
      all.set(nodes, used)
      starts[n] = used
      lengths[n] = nodes.length
      used += nodes.length
    },
  }
}
