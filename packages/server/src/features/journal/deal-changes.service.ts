import type { EntryKind, NotificationType } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { hashEntry, sealData } from './chain.ts'
import type { DealRow, EntryRow, JournalStore } from './journal.store.ts'
import type { Signer } from './signer.ts'

/** Told to every node when a deal's journal has grown; the entries themselves are read from the database. */
export const dealChangedTopic = 'deal.changed'

/** Whom an act concerns, and why. A person hears of one act once; what comes first in the list wins. */
export interface Notice {
  type: NotificationType
  to: readonly string[]
  commentId?: string
  sectionKey?: string | null
  snippet: string
}

/** A deal while it is being changed: nobody else changes it. */
export interface ChangingDeal {
  readonly row: DealRow
  /** The time of the whole change. */
  readonly at: Date
  /** Puts an entry into the journal: ids and small facts, never what people wrote. Answers its number. */
  record(type: `${string}.${string}`, data: Record<string, unknown>, kind?: EntryKind): number
  notify(notice: Notice): void
}

interface Recorded {
  type: string
  kind: EntryKind
  data: Record<string, unknown>
}

interface Deps {
  store: Pick<JournalStore, 'lock' | 'append'>
  database: Database
  signer: Pick<Signer, 'sign'>
  deliver(deal: DealRow, actor: Actor, notices: readonly Notice[], at: Date): Promise<void>
  bus: Bus
  now: Clock
}

export interface ChangeOptions<Found> {
  evenIfDecided?: boolean
  /** What the work begins with. It is asked for together with the lock, and answered as it is once the lock is held. */
  find?: () => Promise<Found>
}

export type DealChanges = ReturnType<typeof createDealChanges>

/**
 * Every change of a deal: one transaction in which the change, its entries in the journal and its notifications commit
 * or vanish together. The journal's head is the deal's lock, so that numbers have no gap and every hash knows the one before.
 */
export const createDealChanges = ({ store, database, signer, deliver, bus, now }: Deps) => {
  const chain = (
    { row, at }: ChangingDeal,
    actor: Actor,
    head: { seq: number; hash: string },
    recorded: readonly Recorded[],
  ): EntryRow[] => {
    let { seq, hash: prevHash } = head
    return recorded.map(({ type, kind, data }) => {
      seq += 1
      const facts = {
        dealId: row.id,
        seq,
        ts: at,
        kind,
        type,
        actorId: actor.userId,
        bySuperadmin: actor.bySuperadminGrant,
      }
      const sealed = sealData(data)
      const hash = hashEntry(prevHash, { ...facts, dataDigest: sealed.dataDigest })
      const entry = { ...facts, ...sealed, prevHash, hash, signature: signer.sign(hash) }
      prevHash = hash
      return entry
    })
  }

  return {
    change: <Result, Found = undefined>(
      actor: Actor,
      dealId: string,
      work: (deal: ChangingDeal, found: Found) => Promise<Result>,
      { evenIfDecided = false, find }: ChangeOptions<Found> = {},
    ): Promise<Result> =>
      database.transaction(async () => {
        const locking = store.lock(dealId)
        const finding = find?.()
        // Whether there is a deal to find anything in is said first.
        finding?.catch(() => undefined)
        const { deal: row, seq, hash } = (await locking) ?? refuse('deal_not_found')
        if (row.status === 'finalized' && !evenIfDecided) refuse('deal_finalized')
        const found = (await finding) as Found
        const recorded: Recorded[] = []
        const notices: Notice[] = []
        const deal: ChangingDeal = {
          row,
          at: now(),
          record: (type, data, kind = 'activity') => seq + recorded.push({ type, data, kind }),
          notify: (notice) => void notices.push(notice),
        }
        const result = await work(deal, found)
        const entries = chain(deal, actor, { seq, hash }, recorded)
        store.append(dealId, entries)
        if (notices.length > 0) await deliver(row, actor, notices, deal.at)
        const last = entries.at(-1)
        if (last !== undefined) {
          await database.afterCommit(() => bus.publish(dealChangedTopic, { dealId, seq: last.seq }))
        }
        return result
      }),
  }
}
