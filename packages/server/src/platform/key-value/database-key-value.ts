import type { DealStateKind } from '@deal-canvas/contract'
import type { QueryResult, QueryResultRow } from 'pg'
import { parseStoredJson } from '../bounded-json.ts'
import type { Database } from '../database/database.ts'
import * as statements from './database-statements.ts'
import type { Counts, Entry, Key, KeyValue } from './key-value.ts'
import {
  checkDealId,
  checkDealIds,
  checkEntryName,
  checkHolder,
  checkKey,
  checkKind,
  checkPage,
  checkTtl,
  encodeValue,
  isKind,
  noCounts,
} from './limits.ts'

export interface DatabaseKeyValue extends KeyValue {
  /** Removes expired rows, at most 20,000 per call, and returns how many. */
  sweep(): Promise<number>
}

interface Row {
  version: string
  value: string | null
  holder: string | null
}

const batch = 1_000
const sweepBatches = 20
const pageOfDeals = 500

const entryOf = ({ version, value, holder }: Row): Entry => ({
  value: value === null ? { holder, fence: Number(version) } : parseStoredJson(value),
  version: Number(version),
})

/** Runs inside the caller's transaction if there is one, and rolls back with it. */
export const createDatabaseKeyValue = ({ database }: { database: Database }): DatabaseKeyValue => {
  const run = <Found extends QueryResultRow>(
    statement: { name: string; text: string },
    values: unknown[],
  ): Promise<QueryResult<Found>> => database.query<Found>({ ...statement, values })

  const at = (key: Key): [string, string, string] => {
    checkKey(key)
    return [key.dealId, key.kind, key.id]
  }

  const ttlOf = (ttlMs: number | undefined): number | null => {
    if (ttlMs === undefined) return null
    checkTtl(ttlMs)
    return ttlMs
  }

  const versionOf = ({ rows: [row] }: QueryResult<{ version: string }>): number | undefined =>
    row === undefined ? undefined : Number(row.version)

  const wasAlive = ({ rows: [row] }: QueryResult<{ alive: boolean }>): boolean => row?.alive === true

  const countMany = async (dealIds: readonly string[]): Promise<Map<string, Counts>> => {
    checkDealIds(dealIds)
    const { rows } = await run<{ deal_id: string; kind: string; count: number }>(statements.countStatement, [dealIds])
    const found = new Map<string, Counts>()
    for (const { deal_id, kind, count } of rows) {
      if (!isKind(kind)) continue
      const counts = found.get(deal_id) ?? noCounts()
      counts[kind] = count
      found.set(deal_id, counts)
    }
    return found
  }

  return {
    get: async (key) => {
      const { rows } = await run<Row>(statements.getStatement, at(key))
      return rows[0] && entryOf(rows[0])
    },
    getMany: async (dealIds, kind, id) => {
      checkDealIds(dealIds)
      checkEntryName(kind, id)
      const { rows } = await run<Row & { deal_id: string }>(statements.getManyStatement, [dealIds, kind, id])
      return new Map(rows.map((row) => [row.deal_id, entryOf(row)]))
    },
    set: async (key, value, { ttlMs } = {}) =>
      Number(versionOf(await run(statements.setStatement, [...at(key), encodeValue(value), ttlOf(ttlMs)]))),
    compareAndSet: async (key, expected, value, { ttlMs } = {}) => {
      const values = [...at(key), encodeValue(value), ttlOf(ttlMs)]
      if (expected === undefined) return versionOf(await run(statements.setAbsentStatement, values))
      return versionOf(await run(statements.compareAndSetStatement, [...values, expected]))
    },
    delete: async (key) => wasAlive(await run(statements.deleteStatement, at(key))),
    touch: async (key, ttlMs) => (await run(statements.touchStatement, [...at(key), ttlOf(ttlMs)])).rowCount === 1,
    list: async (dealId, kind, { after = '', limit }) => {
      checkDealId(dealId)
      checkKind(kind)
      checkPage({ limit })
      const { rows } = await run<Row & { id: string }>(statements.listStatement, [dealId, kind, after, limit])
      return rows.map((row) => ({ id: row.id, ...entryOf(row) }))
    },
    count: async (dealId) => (await countMany([dealId])).get(dealId) ?? noCounts(),
    countMany,
    deleteKinds: async (dealIds, kinds) => {
      checkDealIds(dealIds)
      kinds.forEach(checkKind)
      const counts = noCounts()
      const where = [[...new Set(dealIds)].sort(), [...new Set(kinds)].sort(), batch]
      for (;;) {
        const { rows } = await run<{ kind: DealStateKind; counted: number; removed: number }>(
          statements.deleteKindsStatement,
          where,
        )
        for (const { kind, counted } of rows) counts[kind] += counted
        if ((rows[0]?.removed ?? 0) < batch) return counts
      }
    },
    async *deals() {
      for (let after = ''; ; ) {
        const { rows } = await run<{ deal_id: string; alive: boolean }>(statements.dealsStatement, [after, pageOfDeals])
        for (const row of rows) {
          if (row.alive) yield row.deal_id
          after = row.deal_id
        }
        if (rows.length < pageOfDeals) return
      }
    },
    acquire: async (key, holder, ttlMs) => {
      checkHolder(holder)
      const fence = versionOf(await run(statements.acquireStatement, [...at(key), holder, ttlOf(ttlMs)]))
      return fence === undefined ? undefined : { holder, fence }
    },
    renew: async (key, holder, ttlMs) => {
      checkHolder(holder)
      return (await run(statements.renewStatement, [...at(key), holder, ttlOf(ttlMs)])).rowCount === 1
    },
    release: async (key, holder) => {
      checkHolder(holder)
      return wasAlive(await run(statements.releaseStatement, [...at(key), holder]))
    },
    holder: async (key) => {
      const { rows } = await run<Row>(statements.getStatement, at(key))
      const [row] = rows
      return typeof row?.holder === 'string' ? { holder: row.holder, fence: Number(row.version) } : undefined
    },
    sweep: async () => {
      let removed = 0
      for (let done = 0; done < sweepBatches; done++) {
        const { rowCount } = await run(statements.sweepStatement, [batch])
        removed += rowCount ?? 0
        if ((rowCount ?? 0) < batch) break
      }
      return removed
    },
  }
}
