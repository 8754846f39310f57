interface Asked<Key, Value> {
  key: Key
  resolve(value: Value): void
  reject(error: unknown): void
}

/**
 * Batches single lookups into one query: keys requested in the same tick, or while a query is running, are loaded
 * together. Without it, an action that affects a thousand open streams would run a thousand queries.
 */
export const batchLoader = <Key, Value>(
  load: (keys: Key[]) => Promise<readonly Value[]>,
  { maxBatch }: { maxBatch: number },
): ((key: Key) => Promise<Value>) => {
  const asked: Asked<Key, Value>[] = []
  let running = false

  const answer = async (batch: Asked<Key, Value>[]): Promise<void> => {
    try {
      const values = await load(batch.map(({ key }) => key))
      batch.forEach(({ resolve, reject }, place) => {
        const value = values[place]
        if (value === undefined) reject(new Error('A question was left without an answer'))
        else resolve(value)
      })
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  const run = async (): Promise<void> => {
    running = true
    await new Promise((resolve) => setImmediate(resolve))
    while (asked.length > 0) await answer(asked.splice(0, maxBatch))
    running = false
  }

  return (key) =>
    new Promise((resolve, reject) => {
      asked.push({ key, resolve, reject })
      if (!running) void run()
    })
}
