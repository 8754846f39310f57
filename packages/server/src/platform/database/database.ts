import { AsyncLocalStorage } from 'node:async_hooks'
import type { Writable } from 'node:stream'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { createFairQueue } from '../fairness/fair-queue.ts'
import { currentParty } from '../fairness/party.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { isConflict, isUnreachable } from './failures.ts'

export interface Database {
  /** Typed queries. They run on the connection of the current transaction, if there is one, otherwise on the pool. */
  readonly db: NodePgDatabase
  /** A plain statement, routed the same way; with a name it is prepared once per connection. */
  query<Row extends pg.QueryResultRow>(statement: Statement): Promise<pg.QueryResult<Row>>
  /**
   * Inside a transaction: sends a statement without waiting for its result, so that it shares a round trip with the
   * next statement or the commit. If it fails, the transaction fails with its error. Its result is available after the
   * commit.
   */
  send<Row extends pg.QueryResultRow>(statement: Statement): Promise<pg.QueryResult<Row>>
  /** True if a query made now would run inside a transaction. */
  inTransaction(): boolean
  /**
   * Runs the work, and everything it calls, in one transaction. A nested transaction joins the outer one, so that a
   * change, its audit trail event and its stored response commit or roll back together. Conflicts are retried.
   */
  transaction<Result>(work: () => Promise<Result>): Promise<Result>
  /** Runs the effect once the caller's transaction has committed, or immediately if there is none. */
  afterCommit(effect: () => Promise<void>): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}

export interface Statement {
  name?: string
  text: string
  values?: unknown[]
}

export interface DatabaseOptions {
  connection: pg.PoolConfig
  poolSize: number
  statementTimeoutMs: number
  /** Runs on each new connection before it is used. */
  onConnect?: (client: pg.ClientBase) => Promise<void>
  /** Called for connections lost while idle; the pool replaces them by itself. */
  onLost: (error: Error) => void
  /** Called when an effect after a commit fails; the commit remains. */
  onEffectFailed: (error: unknown) => void
}

type Effect = () => Promise<void>

interface Transaction {
  client: pg.PoolClient
  state: 'open' | 'committed' | 'undone'
  /** Set when the connection failed; it is then not returned to the pool. */
  broken: Error | undefined
  /** The error of the first statement that was sent without waiting and failed. */
  sentFailure: unknown
  afterCommit: Effect[]
}

const attempts = 4

/** A query that by mistake waits for a connection its own caller holds must fail, not hang. */
const connectionTimeoutMs = 10_000

export const createDatabase = (options: DatabaseOptions): Database => {
  const pool = new pg.Pool({
    ...options.connection,
    // Statements that do not depend on each other's results share a round trip; the server still runs them in order.
    pipeline: true,
    max: options.poolSize,
    keepAlive: true,
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    // A connection lost silently leaves its transaction open, and a deal locked, for at most this long.
    idle_in_transaction_session_timeout: 10_000,
    // Covers a server that vanished silently, and the embedded database, which has no statement timeout.
    query_timeout: options.statementTimeoutMs + 5_000,
    ...(options.onConnect === undefined ? {} : { onConnect: options.onConnect }),
  })
  pool.on('error', options.onLost)
  /** The pool is first come, first served; this queue shares its connections round-robin by tenant and person. */
  const queue = createFairQueue({ places: options.poolSize, maxWaitingPerPerson: Number.POSITIVE_INFINITY })

  const ambient = new AsyncLocalStorage<Transaction | undefined>()

  const openTransaction = (): Transaction | undefined => {
    const transaction = ambient.getStore()
    if (transaction?.state === 'undone') {
      // A branch that outlived its failed transaction would otherwise commit its part alone.
      throw new Error('The transaction around this query was undone')
    }
    // Work that outlives its committed transaction (a timer started inside) runs on the pool.
    return transaction?.state === 'open' ? transaction : undefined
  }

  const unavailable = (error: unknown): unknown =>
    isUnreachable(error) ? new StoreUnavailable('database', error) : error

  const withConnectionSlot = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const leave = await queue.enter(currentParty(), { maxWaitMs: connectionTimeoutMs }).catch((error: unknown) => {
      throw new StoreUnavailable('database', error)
    })
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /** Sends the statements of one event-loop turn in one packet: a socket write costs more than running most of them. */
  const writeTogether = (client: pg.PoolClient): void => {
    const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  /**
   * Runs on the transaction's own connection. Only here is that connection marked broken, whatever else fails inside
   * the work.
   */
  const speak = async (transaction: Transaction, ...args: unknown[]): Promise<pg.QueryResult> => {
    try {
      writeTogether(transaction.client)
      return await Reflect.apply(transaction.client.query, transaction.client, args)
    } catch (error) {
      const named = unavailable(error)
      if (named instanceof StoreUnavailable) transaction.broken = named
      throw named
    }
  }

  const route = async <Row extends pg.QueryResultRow>(...args: unknown[]): Promise<pg.QueryResult<Row>> => {
    const transaction = openTransaction()
    if (transaction !== undefined) return speak(transaction, ...args)
    try {
      return await withConnectionSlot(() => Reflect.apply(pool.query, pool, args))
    } catch (error) {
      throw unavailable(error)
    }
  }

  const sendOn = <Row extends pg.QueryResultRow>(
    transaction: Transaction,
    statement: Statement,
  ): Promise<pg.QueryResult<Row>> => {
    const answer = speak(transaction, statement)
    answer.catch((error: unknown) => {
      transaction.sentFailure ??= error
    })
    return answer
  }

  const settle = async (effects: Effect[]): Promise<void> => {
    for (const effect of effects) {
      try {
        await effect()
      } catch (error) {
        options.onEffectFailed(error)
      }
    }
  }

  const attempt = async <Result>(work: () => Promise<Result>, transaction: Transaction): Promise<Result> => {
    const { client } = transaction
    const onError = (error: Error) => {
      transaction.broken = error
    }
    client.on('error', onError)
    try {
      void sendOn(transaction, { text: 'BEGIN' })
      const result = await ambient.run(transaction, work)
      transaction.state = 'committed'
      const { command } = await speak(transaction, 'COMMIT')
      // If a statement failed and its error was caught, PostgreSQL silently turns COMMIT into ROLLBACK.
      if (command !== 'COMMIT') throw new Error('A statement failed and was passed over, so nothing was kept')
      return result
    } catch (error) {
      transaction.state = 'undone'
      if (transaction.broken === undefined) await speak(transaction, 'ROLLBACK').catch(onError)
      // An error after a failed sent statement is only a consequence of it.
      throw transaction.sentFailure ?? error
    } finally {
      client.off('error', onError)
      client.release(transaction.broken)
    }
  }

  const transaction: Database['transaction'] = async (work) => {
    if (openTransaction() !== undefined) return work()
    for (let tried = 1; ; tried++) {
      const afterCommit: Effect[] = []
      try {
        const result = await withConnectionSlot(async () => {
          const client = await pool.connect().catch((error: unknown) => Promise.reject(unavailable(error)))
          return attempt(work, { client, state: 'open', broken: undefined, sentFailure: undefined, afterCommit })
        })
        await ambient.run(undefined, () => settle(afterCommit))
        return result
      } catch (error) {
        if (!isConflict(error) || tried >= attempts) throw error
      }
    }
  }

  return {
    // Drizzle calls only query() on its client, and route() has that method's signature.
    db: drizzle({ client: { query: route } as unknown as pg.Pool }),
    query: (statement) => route(statement),
    send: (statement) => {
      const current = openTransaction()
      if (current === undefined) throw new Error('Only inside a transaction can a statement go unawaited')
      return sendOn(current, statement)
    },
    inTransaction: () => openTransaction() !== undefined,
    transaction,
    afterCommit: async (effect) => {
      const current = openTransaction()
      if (current === undefined) await settle([effect])
      else current.afterCommit.push(effect)
    },
    ping: async () => {
      await route('SELECT 1')
    },
    close: () => pool.end(),
  }
}
