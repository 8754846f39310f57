import { batchLoader } from '../batch-loader.ts'
import { actFor, everybody } from '../fairness/party.ts'
import type { Database } from './database.ts'

/**
 * Questions that many requests ask at the same moment go to the database in one statement. Inside a transaction each is
 * asked on its own: it must see what the transaction has done, and no other may become part of it. Such statements are
 * short, few at a time, and wait for nobody's turn.
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
