import { maxWaitingCount, signOffSubjects, type WaitingItem, type WaitingKind } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { signOffNames } from '../../messages/committee.ts'
import { waitingMessages as messages } from '../../messages/waiting.ts'
import type { AfterItem, WaitingRow, WaitingStore } from './waiting.store.ts'

export type Waiting = ReturnType<typeof createWaiting>

export interface WaitingPage {
  items: WaitingItem[]
  total: number
  isMoreThanTotal: boolean
  /** Undefined: this is the last page. */
  next: AfterItem | undefined
}

/** What waits for a person, over all deals that they can see. */
export const createWaiting = ({ store }: { store: WaitingStore }) => ({
  page: async ({ userId }: Actor, limit: number, after: AfterItem | undefined): Promise<WaitingPage> => {
    const [rows, count] = await Promise.all([
      store.page(userId, limit + 1, after),
      store.count(userId, maxWaitingCount + 1),
    ])
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    return {
      items: shown.map(present),
      total: Math.min(count, maxWaitingCount),
      isMoreThanTotal: count > maxWaitingCount,
      next:
        last === undefined || rows.length <= limit
          ? undefined
          : { due: last.due, since: last.since, key: `${last.kind}:${last.id}` },
    }
  },

  /** How much waits for a person on each of the deals; deals with nothing are left out. */
  waitingCounts: (userId: string, dealIds: readonly string[]): Promise<Map<string, number>> =>
    dealIds.length === 0 ? Promise.resolve(new Map()) : store.countByDeal(userId, dealIds),
})

const places: Record<WaitingKind, string> = {
  vote: 'committee',
  sign_off: 'committee',
  request: 'committee#requests',
  condition: 'committee',
  scenario_proposal: 'scenarios',
}

const titleOf = ({ kind, what, about }: WaitingRow): string => {
  if (what !== null) return what
  if (kind === 'vote') return about === '0' ? messages.voteWithoutMemo() : messages.vote({ version: Number(about) })
  return signOffNames[signOffSubjects.find((subject) => subject === about) ?? 'other']()
}

const present = (row: WaitingRow): WaitingItem => ({
  kind: row.kind,
  id: row.id,
  deal_id: row.dealId,
  deal_name: row.dealName,
  what: titleOf(row),
  due_date: row.due,
  since: row.since.toISOString(),
  path: `/app/canvas/${encodeURIComponent(row.dealId)}/${places[row.kind]}`,
})
