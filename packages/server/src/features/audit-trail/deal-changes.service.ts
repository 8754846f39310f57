import { atLeast, type DealRole, dealRoles, type EntryKind, type NotificationType } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { DealRow, EntryRow, JournalStore } from './audit-trail.store.ts'
import { hashEntry, sealData } from './verification/chain.ts'
import { type SignedHead, signHead } from './verification/signed-head.ts'
import type { Signer } from './verification/signer.ts'

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

/**
 * What an actor must still be once the deal's lock is held. A role is read again there: whoever lost it while the
 * request waited must not write. `service` is for work that the service carries on by itself, such as a build.
 */
export type Needed = DealRole | 'superadmin' | 'service'

/** A deal while it is being changed: nobody else changes it. */
export interface ChangingDeal {
  readonly row: DealRow
  /** The actor's role as it is under the lock, whatever it was when the request came in. */
  readonly role: DealRole | undefined
  /** The time of the whole change. */
  readonly at: Date
  /** Puts an entry into the journal: ids and small facts, never what people wrote. Answers its number. */
  record(type: `${string}.${string}`, data: Record<string, unknown>, kind?: EntryKind): number
  notify(notice: Notice): void
  /** Runs once the change is committed, with the head that it left behind. */
  afterCommit(effect: (head: SignedHead) => Promise<void>): void
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
  /** As what someone comes to a deal now; none: it is invisible to them. */
  roleOn(actor: Actor, dealId: string): Promise<DealRole | undefined>
  isSuperadmin(userId: string): Promise<boolean>
  /** The digest of a deal's numbers as they are now. */
  digestNumbers(dealId: string): Promise<string>
  /** Whether there may be trails of an earlier version without a signed head. */
  mayTakeOver(at: Date): boolean
  /** Gives such a trail its first head. */
  takeOver(dealId: string): Promise<void>
  deliver(deal: DealRow, actor: Actor, notices: readonly Notice[], at: Date): Promise<void>
  bus: Bus
  now: Clock
}

export interface ChangeOptions<Found> {
  evenIfDecided?: boolean
  /** What the work begins with. It is asked for together with the lock, and answered as it is once the lock is held. */
  find?: () => Promise<Found>
  /** Whether it gives a trail from before there were signed heads its first. It counts as no activity of the deal. */
  isBaseline?: boolean
}

export type DealChanges = ReturnType<typeof createDealChanges>

/** Events of these kinds move numbers; the last of a change holds the digest of what they are from then on. */
const movesNumbers = /^(metrics?|model|ripple)\./

/**
 * Every change of a deal: one transaction in which the change, its entries in the journal and its notifications commit
 * or vanish together. The journal's head is the deal's lock, so that numbers have no gap and every hash knows the one before.
 */
export const createDealChanges = (deps: Deps) => {
  const { store, database, signer, roleOn, isSuperadmin, digestNumbers, mayTakeOver, takeOver, deliver, bus, now } =
    deps

  const chain = (
    { row, at }: ChangingDeal,
    actor: Actor | undefined,
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
        actorId: actor?.userId ?? null,
        bySuperadmin: actor?.bySuperadminGrant ?? false,
      }
      const sealed = sealData(data)
      const hash = hashEntry(prevHash, { ...facts, dataDigest: sealed.dataDigest })
      const entry = { ...facts, ...sealed, prevHash, hash, signature: signer.sign(hash) }
      prevHash = hash
      return entry
    })
  }

  /** Asked together with the lock. The database answers it after the lock is held, with what is true then. */
  const askRole = async (
    actor: Actor | undefined,
    dealId: string,
    needed: Needed,
  ): Promise<DealRole | undefined | 'refused'> => {
    if (actor === undefined || needed === 'service') return actor?.dealRole
    if (needed === 'superadmin') return (await isSuperadmin(actor.userId)) ? actor.dealRole : 'refused'
    return (await roleOn(actor, dealId)) ?? 'refused'
  }

  const assertRole = (role: DealRole | undefined | 'refused', needed: Needed): DealRole | undefined => {
    if (role === 'refused') return refuse('deal_not_found')
    if (needed === 'superadmin' || needed === 'service') return role
    if (role === undefined || !atLeast(dealRoles, role, needed)) refuse('role_too_low')
    return role
  }

  const sealNumbers = async (dealId: string, recorded: Recorded[]): Promise<void> => {
    const last = recorded.findLast(({ type }) => movesNumbers.test(type))
    if (last !== undefined) last.data = { ...last.data, numbers_digest: await digestNumbers(dealId) }
  }

  const run = <Result, Found>(
    actor: Actor | undefined,
    dealId: string,
    needed: Needed,
    work: (deal: ChangingDeal, found: Found) => Promise<Result>,
    { evenIfDecided = false, find, isBaseline = false }: ChangeOptions<Found>,
  ): Promise<Result> =>
    database.transaction(async () => {
      // First: what is signed from now on has digests, and no baseline may follow it.
      if (!isBaseline && mayTakeOver(now())) await takeOver(dealId)
      const locking = store.lock(dealId)
      const asking = askRole(actor, dealId, needed)
      const finding = find?.()
      // Whether there is a deal, and whether it may be changed, is said first.
      asking.catch(() => undefined)
      finding?.catch(() => undefined)
      const { deal: row, seq, hash } = (await locking) ?? refuse('deal_not_found')
      const role = assertRole(await asking, needed)
      if (row.status === 'finalized' && !evenIfDecided) refuse('deal_finalized')
      const found = (await finding) as Found
      const recorded: Recorded[] = []
      const notices: Notice[] = []
      const effects: ((head: SignedHead) => Promise<void>)[] = []
      const deal: ChangingDeal = {
        row,
        role,
        at: now(),
        record: (type, data, kind = 'activity') => seq + recorded.push({ type, data, kind }),
        notify: (notice) => void notices.push(notice),
        afterCommit: (effect) => void effects.push(effect),
      }
      const result = await work(deal, found)
      await sealNumbers(dealId, recorded)
      const entries = chain(deal, actor, { seq, hash }, recorded)
      const last = entries.at(-1)
      if (last !== undefined) {
        const head = signHead(signer, { dealId, seq: last.seq, hash: last.hash, at: last.ts })
        store.append(head, entries, { isBaseline })
        await database.afterCommit(async () => {
          await bus.publish(dealChangedTopic, { dealId, seq: last.seq })
          for (const effect of effects) await effect(head)
        })
      }
      if (notices.length > 0 && actor !== undefined) await deliver(row, actor, notices, deal.at)
      return result
    })

  return {
    change: <Result, Found = undefined>(
      actor: Actor,
      dealId: string,
      needed: Needed,
      work: (deal: ChangingDeal, found: Found) => Promise<Result>,
      options: ChangeOptions<Found> = {},
    ): Promise<Result> => run(actor, dealId, needed, work, options),

    /** A change that no person makes; nobody is notified of it. */
    changeAsService: <Result>(
      dealId: string,
      work: (deal: Omit<ChangingDeal, 'notify'>) => Promise<Result>,
      options: ChangeOptions<undefined> = {},
    ): Promise<Result> => run(undefined, dealId, 'service', work, options),
  }
}
