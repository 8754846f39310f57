import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, type TestDatabase } from '../../testing/databases.ts'
import { actFor } from '../fairness/party.ts'
import { StoreUnavailable } from '../store-unavailable.ts'

onEachDatabase('database', (kind) => {
  let opened: TestDatabase
  const query = <Row extends Record<string, unknown>>(text: string, values?: unknown[]) =>
    opened.database.query<Row>({ text, ...(values === undefined ? {} : { values }) })
  const count = async () => (await query<{ n: number }>('SELECT count(*)::int AS n FROM notes')).rows[0]?.n

  beforeAll(async () => {
    opened = await kind.open()
    await query('CREATE TABLE notes (id int PRIMARY KEY, body text)')
  })
  afterAll(() => opened.close())

  it('commits all of a transaction or nothing', async () => {
    const { database } = opened
    await database.transaction(async () => {
      await query("INSERT INTO notes VALUES (1, 'kept')")
    })
    const failing = database.transaction(async () => {
      await query("INSERT INTO notes VALUES (2, 'lost')")
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await count()).toBe(1)
  })

  it('joins a nested transaction to the outer one, so that both commit or roll back together', async () => {
    const { database } = opened
    const before = await count()
    const failing = database.transaction(async () => {
      await database.transaction(async () => {
        await query("INSERT INTO notes VALUES (3, 'inner')")
      })
      throw new Error('outer')
    })
    await expect(failing).rejects.toThrow('outer')
    expect(await count()).toBe(before)
  })

  it('runs queries inside a transaction on its own connection, so that it never deadlocks on the pool', async () => {
    const { database } = opened
    const seen = await database.transaction(async () => {
      await query("INSERT INTO notes VALUES (4, 'mine')")
      const { rows } = await query<{ body: string }>('SELECT body FROM notes WHERE id = 4')
      return rows[0]?.body
    })
    expect(seen).toBe('mine')
  })

  it('shares connections round-robin by tenant, so that a late tenant does not wait behind a busy one', async () => {
    const ended: string[] = []
    const ask = (tenant: string) =>
      actFor({ tenant, person: tenant }, () =>
        query('SELECT pg_sleep(0.001)').then(() => {
          ended.push(tenant)
        }),
      )
    const greedy = Array.from({ length: 400 }, () => ask('greedy'))
    const late = ask('late')
    await Promise.all([...greedy, late])
    expect(ended.indexOf('late')).toBeLessThan(100)
  })

  it('runs effects after the commit, and never after a rollback', async () => {
    const { database } = opened
    const order: string[] = []
    await database.transaction(async () => {
      await database.afterCommit(async () => void order.push(`effect sees ${await count()}`))
      await query("INSERT INTO notes VALUES (5, 'x')")
      order.push('work')
    })
    expect(order).toEqual(['work', `effect sees ${await count()}`])
    await database
      .transaction(async () => {
        await database.afterCommit(async () => void order.push('never'))
        throw new Error('no')
      })
      .catch(() => undefined)
    expect(order).not.toContain('never')
  })

  it('runs work that outlives its transaction on the pool', async () => {
    const { database } = opened
    let later: Promise<unknown> = Promise.resolve()
    await database.transaction(async () => {
      await query('SELECT 1')
      later = delay(50).then(() => query("INSERT INTO notes VALUES (6, 'late')"))
    })
    await later
    expect((await query('SELECT 1 FROM notes WHERE id = 6')).rowCount).toBe(1)
  })

  it('isolates parallel transactions from each other', async () => {
    const { database } = opened
    await query("INSERT INTO notes VALUES (7, '0')")
    await Promise.all(
      Array.from({ length: 20 }, () =>
        database.transaction(async () => {
          const { rows } = await query<{ body: string }>('SELECT body FROM notes WHERE id = 7 FOR UPDATE')
          await query('UPDATE notes SET body = $1 WHERE id = 7', [String(Number(rows[0]?.body) + 1)])
        }),
      ),
    )
    expect((await query<{ body: string }>('SELECT body FROM notes WHERE id = 7')).rows[0]?.body).toBe('20')
  })

  it('prepares a named statement once and uses it inside and outside transactions', async () => {
    const { database } = opened
    const read = () => database.query<{ n: number }>({ name: 'read_two', text: 'SELECT $1::int AS n', values: [2] })
    await read()
    expect(await database.transaction(async () => (await read()).rows[0]?.n)).toBe(2)
  })

  it('commits statements sent without waiting, and runs them before later queries', async () => {
    const { database } = opened
    const sent = await database.transaction(async () => {
      const sending = database.send<{ id: number }>({ text: "INSERT INTO notes VALUES (20, 'sent') RETURNING id" })
      expect((await query('SELECT 1 FROM notes WHERE id = 20')).rowCount).toBe(1)
      void database.send({ text: "INSERT INTO notes VALUES (21, 'sent last')" })
      return { sending }
    })
    expect((await sent.sending).rows).toEqual([{ id: 20 }])
    expect((await query('SELECT 1 FROM notes WHERE id IN (20, 21)')).rowCount).toBe(2)
  })

  it('fails with the error of the sent statement and commits nothing', async () => {
    const { database } = opened
    const before = await count()
    const atTheEnd = database.transaction(async () => {
      await query("INSERT INTO notes VALUES (22, 'x')")
      void database.send({ text: "INSERT INTO notes VALUES (22, 'again')" })
      return 'done'
    })
    await expect(atTheEnd).rejects.toMatchObject({ code: '23505' })
    const inBetween = database.transaction(async () => {
      void database.send({ name: 'no_such', text: 'SELECT * FROM no_such_table' })
      await query("INSERT INTO notes VALUES (23, 'x')")
    })
    await expect(inBetween).rejects.toMatchObject({ code: '42P01' })
    expect(await count()).toBe(before)
    // The connection stays usable, and a statement whose preparation was skipped then is prepared now.
    const named = () => database.query({ name: 'after_failure', text: 'SELECT 1' })
    const failing = database.transaction(async () => {
      void database.send({ text: 'SELECT 1 / 0' })
      await named()
    })
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect((await named()).rowCount).toBe(1)
  })

  it('retries a transaction whose sent statement lost a conflict', async () => {
    const { database } = opened
    let tries = 0
    const conflict = "DO $$ BEGIN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END $$"
    await database.transaction(async () => {
      tries += 1
      void database.send({ text: tries < 3 ? conflict : "INSERT INTO notes VALUES (24, 'third')" })
    })
    expect([tries, (await query('SELECT 1 FROM notes WHERE id = 24')).rowCount]).toEqual([3, 1])
  })

  it('rejects send() outside a transaction, where its failure would go unnoticed', async () => {
    const { database } = opened
    expect(() => database.send({ text: 'SELECT 1' })).toThrow('Only inside a transaction')
    expect([database.inTransaction(), await database.transaction(async () => database.inTransaction())]).toEqual([
      false,
      true,
    ])
  })

  it('rejects a transaction in which a failed statement was ignored, because nothing was committed', async () => {
    const { database } = opened
    const before = await count()
    let effects = 0
    const work = database.transaction(async () => {
      await database.afterCommit(async () => void effects++)
      await query("INSERT INTO notes VALUES (8, 'x')")
      await query("INSERT INTO notes VALUES (8, 'again')").catch(() => undefined)
      return 'done'
    })
    await expect(work).rejects.toThrow('nothing was kept')
    expect([await count(), effects]).toEqual([before, 0])
  })

  it('rejects queries of a branch that outlives its rolled-back transaction', async () => {
    const { database } = opened
    const before = await count()
    let branch: Promise<unknown> = Promise.resolve()
    const work = database.transaction(async () => {
      branch = delay(30).then(() => query("INSERT INTO notes VALUES (9, 'alone')"))
      branch.catch(() => undefined)
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    await expect(branch).rejects.toThrow('undone')
    expect(await count()).toBe(before)
  })

  it('passes on the error of another store unchanged and keeps its own connection', async () => {
    const failing = opened.database.transaction(async () => {
      await query("INSERT INTO notes VALUES (10, 'x')")
      throw new StoreUnavailable('redis', new Error('gone'))
    })
    await expect(failing).rejects.toThrow('The redis is not reachable')
    expect((await query('SELECT 1 FROM notes WHERE id = 10')).rowCount).toBe(0)
  })

  // The restart of the embedded database is tested in its own folder.
  if (kind.name === 'postgres')
    it('throws StoreUnavailable when its connection breaks, and recovers by itself', async () => {
      const { database } = opened
      const read = () => database.query<{ n: number }>({ name: 'read_two', text: 'SELECT $1::int AS n', values: [2] })
      const broken = database.transaction(async () => {
        await read()
        await query('SELECT pg_terminate_backend(pg_backend_pid())')
      })
      await expect(broken).rejects.toBeInstanceOf(StoreUnavailable)
      expect((await read()).rows[0]?.n).toBe(2)
    })

  it('retries a transaction that lost a conflict', async () => {
    let tries = 0
    const result = await opened.database.transaction(async () => {
      tries += 1
      if (tries < 3) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
      return 'done'
    })
    expect([result, tries]).toEqual(['done', 3])
  })
})
