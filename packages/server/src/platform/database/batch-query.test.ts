import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, type TestDatabase } from '../../testing/databases.ts'
import { actFor } from '../fairness/party.ts'
import { batchQuery } from './batch-query.ts'

onEachDatabase('batched queries', (kind) => {
  let opened: TestDatabase
  const batches: number[][] = []
  beforeAll(async () => {
    opened = await kind.open()
    await opened.database.query({ text: 'CREATE TABLE notes (id int PRIMARY KEY, body text)' })
    await opened.database.query({ text: "INSERT INTO notes SELECT n, 'note ' || n FROM generate_series(1, 50) n" })
  })
  afterAll(() => opened.close())

  const createBodyOf = () =>
    batchQuery<number, string>(
      opened.database,
      async (ids) => {
        batches.push(ids)
        const { rows } = await opened.database.query<{ id: number; body: string }>({
          text: 'SELECT id, body FROM notes WHERE id = ANY($1)',
          values: [ids],
        })
        const found = new Map(rows.map(({ id, body }) => [id, body]))
        return ids.map((id) => found.get(id) ?? 'none')
      },
      { maxBatch: 20 },
    )

  it('runs many lookups in few statements and returns each caller its own row', async () => {
    const bodyOf = createBodyOf()
    batches.length = 0
    const ids = Array.from({ length: 60 }, (_, index) => index + 1)
    expect(await Promise.all(ids.map(bodyOf))).toEqual(ids.map((id) => (id <= 50 ? `note ${id}` : 'none')))
    expect(batches.map(({ length }) => length)).toEqual([20, 20, 20])
  })

  it('runs a lookup alone inside a transaction, where it sees the transaction’s changes', async () => {
    const bodyOf = createBodyOf()
    const { database } = opened
    const inside = database.transaction(async () => {
      await database.query({ text: "UPDATE notes SET body = 'changed' WHERE id = 1" })
      const seen = await bodyOf(1)
      throw new Error(`saw ${seen}`)
    })
    const outside = Promise.all([bodyOf(1), bodyOf(2)])
    await expect(inside).rejects.toThrow('saw changed')
    expect(await outside).toEqual(['note 1', 'note 2'])
  })

  it('does not delay batched lookups behind the queued queries of one tenant', async () => {
    const bodyOf = createBodyOf()
    const ended: string[] = []
    const ask = () => opened.database.query({ text: 'SELECT pg_sleep(0.001)' }).then(() => void ended.push('greedy'))
    await actFor({ tenant: 'greedy', person: 'greedy' }, () =>
      Promise.all([...Array.from({ length: 400 }, ask), bodyOf(1).then(() => void ended.push('look-up'))]),
    )
    expect(ended.indexOf('look-up')).toBeLessThan(100)
  })

  it('rejects all lookups of a batch when its statement fails', async () => {
    const bodyOf = batchQuery<number, string>(
      opened.database,
      () => opened.database.query({ text: 'SELECT * FROM nowhere' }).then(() => []),
      { maxBatch: 20 },
    )
    const answers = await Promise.allSettled([1, 2, 3].map(bodyOf))
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })
})
