interface Asked<Key, Value> {
  key: Key
  resolve(value: Value): void
  reject(error: unknown): void
}

/**
 * Turns questions asked one by one into one query for many of them: what is asked in the same moment, or while a query
 * is under way, goes together. Without it an act that concerns a thousand open streams would ask a thousand times.
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
