import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, type TestDatabase } from '../../testing/databases.ts'
import { actFor } from '../fairness/party.ts'
import { StoreUnavailable } from '../store-unavailable.ts'

onEachDatabase('the database', (kind) => {
  let opened: TestDatabase
  const query = <Row extends Record<string, unknown>>(text: string, values?: unknown[]) =>
    opened.database.query<Row>({ text, ...(values === undefined ? {} : { values }) })
  const count = async () => (await query<{ n: number }>('SELECT count(*)::int AS n FROM notes')).rows[0]?.n

  beforeAll(async () => {
    opened = await kind.open()
    await query('CREATE TABLE notes (id int PRIMARY KEY, body text)')
  })
  afterAll(() => opened.close())

  it('keeps all of a transaction or nothing', async () => {
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

  it('joins a transaction inside another, so that both commit or vanish together', async () => {
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

  it('never waits for itself: queries inside a transaction use its connection', async () => {
    const { database } = opened
    const seen = await database.transaction(async () => {
      await query("INSERT INTO notes VALUES (4, 'mine')")
      const { rows } = await query<{ body: string }>('SELECT body FROM notes WHERE id = 4')
      return rows[0]?.body
    })
    expect(seen).toBe('mine')
  })

  it('gives its connections round by tenant: one who comes late does not wait behind all that another has asked', async () => {
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

  it('runs effects after the commit, and only then', async () => {
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

  it('forgets a finished transaction: work that outlives it runs on the pool', async () => {
    const { database } = opened
    let later: Promise<unknown> = Promise.resolve()
    await database.transaction(async () => {
      await query('SELECT 1')
      later = delay(50).then(() => query("INSERT INTO notes VALUES (6, 'late')"))
    })
    await later
    expect((await query('SELECT 1 FROM notes WHERE id = 6')).rowCount).toBe(1)
  })

  it('keeps parallel transactions apart', async () => {
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

  it('prepares a named statement once and uses it in and out of transactions', async () => {
    const { database } = opened
    const read = () => database.query<{ n: number }>({ name: 'read_two', text: 'SELECT $1::int AS n', values: [2] })
    await read()
    expect(await database.transaction(async () => (await read()).rows[0]?.n)).toBe(2)
  })

  it('keeps what was sent without waiting, before whatever was asked after it', async () => {
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

  it('fails with the error of what was sent, and keeps nothing', async () => {
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
    // The connection is good for others, and a statement that was not prepared then is prepared now.
    const named = () => database.query({ name: 'after_failure', text: 'SELECT 1' })
    const failing = database.transaction(async () => {
      void database.send({ text: 'SELECT 1 / 0' })
      await named()
    })
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect((await named()).rowCount).toBe(1)
  })

  it('tries again what was sent and lost against another', async () => {
    const { database } = opened
    let tries = 0
    const conflict = "DO $$ BEGIN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END $$"
    await database.transaction(async () => {
      tries += 1
      void database.send({ text: tries < 3 ? conflict : "INSERT INTO notes VALUES (24, 'third')" })
    })
    expect([tries, (await query('SELECT 1 FROM notes WHERE id = 24')).rowCount]).toEqual([3, 1])
  })

  it('sends nothing unawaited outside of a transaction, where nobody would hear that it failed', async () => {
    const { database } = opened
    expect(() => database.send({ text: 'SELECT 1' })).toThrow('Only inside a transaction')
    expect([database.inTransaction(), await database.transaction(async () => database.inTransaction())]).toEqual([
      false,
      true,
    ])
  })

  it('says so when a statement failed and was passed over: nothing was kept', async () => {
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

  it('lets no branch of an undone transaction write alone', async () => {
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

  it('leaves the failure of another store what it is, and keeps its own connection', async () => {
    const failing = opened.database.transaction(async () => {
      await query("INSERT INTO notes VALUES (10, 'x')")
      throw new StoreUnavailable('redis', new Error('gone'))
    })
    await expect(failing).rejects.toThrow('The redis is not reachable')
    expect((await query('SELECT 1 FROM notes WHERE id = 10')).rowCount).toBe(0)
  })

  // The embedded database's own restart is tested beside it.
  if (kind.name === 'postgres')
    it('is unavailable when its connection breaks, and heals by itself', async () => {
      const { database } = opened
      const read = () => database.query<{ n: number }>({ name: 'read_two', text: 'SELECT $1::int AS n', values: [2] })
      const broken = database.transaction(async () => {
        await read()
        await query('SELECT pg_terminate_backend(pg_backend_pid())')
      })
      await expect(broken).rejects.toBeInstanceOf(StoreUnavailable)
      expect((await read()).rows[0]?.n).toBe(2)
    })

  it('tries a transaction again that lost against another', async () => {
    let tries = 0
    const result = await opened.database.transaction(async () => {
      tries += 1
      if (tries < 3) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
      return 'done'
    })
    expect([result, tries]).toEqual(['done', 3])
  })
})
