import { batchLoader } from '../batch-loader.ts'
import { actFor, everybody } from '../fairness/party.ts'
import type { Database } from './database.ts'

/**
 * Combines lookups that many requests make at the same moment into one statement. Inside a transaction each runs on its
 * own: it must see the transaction's changes, and no other lookup may become part of it. The combined statements are
 * short and few, and go ahead of the fair queue.
 */
export const batchQuery = <Key, Value>(
  database: Pick<Database, 'inTransaction'>,
  load: (keys: Key[]) => Promise<readonly Value[]>,
  options: { maxBatch: number },
): ((key: Key) => Promise<Value>) => {
  const together = batchLoader((keys: Key[]) => actFor(everybody, () => load(keys)), options)
  const alone = async (key: Key): Promise<Value> => {
    const [value] = await load([key])
    if (value === undefined) throw new Error('A question was left without an answer')
    return value
  }
  return (key) => (database.inTransaction() ? alone(key) : together(key))
}
