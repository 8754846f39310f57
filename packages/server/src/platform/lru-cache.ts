/** LRU cache with a maximum total weight. A value heavier than the maximum is not cached. */
export const createLruCache = <Key, Value>({
  maxWeight,
  weightOf,
}: {
  maxWeight: number
  weightOf(value: Value): number
}) => {
  const entries = new Map<Key, Value>()
  let weight = 0

  const remove = (key: Key): void => {
    const value = entries.get(key)
    if (value === undefined) return
    entries.delete(key)
    weight -= weightOf(value)
  }

  return {
    get: (key: Key): Value | undefined => {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set: (key: Key, value: Value): void => {
      remove(key)
      if (weightOf(value) > maxWeight) return
      entries.set(key, value)
      weight += weightOf(value)
      for (const oldest of entries.keys()) {
        if (weight <= maxWeight) break
        remove(oldest)
      }
    },
    delete: remove,
    size: () => entries.size,
  }
}
