import {
  type AuditEventData,
  type AuditEventType,
  atLeast,
  auditEvents,
  type DealRole,
  dealRoles,
  type EntryKind,
  type ExternalEventType,
  isAuditEventType,
  type NotificationType,
} from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { committeeMessages } from '../../messages/committee.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AuditTrailStore, DealRow, EntryRow } from './audit-trail.store.ts'
import { hashEntry, sealData } from './verification/chain.ts'
import { type SignedHead, signHead } from './verification/signed-head.ts'
import type { Signer } from './verification/signer.ts'

/** Published to every node when a deal's audit trail grows. Nodes read the events themselves from the database. */
export const dealChangedTopic = 'deal.changed'

/**
 * The recipients of a notification and its type. A user is notified once per change; the first notice that names them
 * wins.
 */
export interface Notice {
  type: NotificationType
  to: readonly string[]
  commentId?: string
  sectionKey?: string | null
  snippet: string
  /** Of a change that the service makes: whose action led to it. They are notified too. */
  causedBy?: string
}

/**
 * The role that the actor must still have once the deal's lock is held. It is read again there, so that a member who
 * lost the role while the request waited cannot write. `service` is for work that no user requested, such as a build.
 */
export type Needed = DealRole | 'superadmin' | 'service'

/** A deal under its change lock. */
export interface ChangingDeal {
  readonly row: DealRow
  /** The actor's role as read under the lock, regardless of the role when the request arrived. */
  readonly role: DealRole | undefined
  /** The timestamp of the whole change. */
  readonly at: Date
  /** Adds an event to the audit trail: ids and small facts, never texts written by users. Returns its number. */
  record<Type extends AuditEventType>(type: Type, data: AuditEventData<Type>): number
  /** The same for an outside pipeline, which chooses the type and kind itself. */
  recordExternal(type: ExternalEventType, data: Record<string, unknown>, kind: EntryKind): number
  notify(notice: Notice): void
  /** Runs after the commit, with the new head. */
  afterCommit(effect: (head: SignedHead) => Promise<void>): void
}

/** A deal while the service itself changes it: a notification must name whose action led to it. */
export interface ServiceChange extends Omit<ChangingDeal, 'notify'> {
  notify(notice: Notice & { causedBy: string }): void
}

interface Recorded {
  type: AuditEventType | ExternalEventType
  kind: EntryKind
  data: object
}

/** Whether an event can make a version of the memo: it is about a section, the order of sections, or numbers. */
const movesMemo = ({ type }: Recorded): boolean => {
  if (!isAuditEventType(type)) return false
  const { movesNumbers, ordersMemo, carries } = auditEvents[type]
  return movesNumbers || ordersMemo || carries.some(isSection)
}

/** Whether an event can change what a committee votes on: the memo, its numbers, or the presented scenario. */
const movesVotes = (event: Recorded): boolean =>
  movesMemo(event) || (isAuditEventType(event.type) && auditEvents[event.type].area === 'scenario')

/** Whether an event can change what lists show of a deal: its numbers, where they come from, or its type. */
const movesHeadlines = ({ type }: Recorded): boolean =>
  isAuditEventType(type) &&
  (auditEvents[type].movesNumbers || type === 'deal.details_changed' || type === 'deal.imported')

const isSection = (carried: 'comment' | 'section'): boolean => carried === 'section'

interface Deps {
  store: Pick<AuditTrailStore, 'lock' | 'append'>
  database: Database
  signer: Pick<Signer, 'sign'>
  /** The actor's current role on the deal; undefined if they cannot see it. */
  roleOn(actor: Actor, dealId: string): Promise<DealRole | undefined>
  isSuperadmin(userId: string): Promise<boolean>
  /** The digest of a deal's current numbers. */
  digestNumbers(dealId: string): Promise<string>
  /** Whether trails of an earlier version without a signed head can still exist. */
  canTakeOver(at: Date): boolean
  /** Gives a trail of an earlier version its first signed head. */
  takeOver(dealId: string): Promise<void>
  deliver(deal: DealRow, actor: Pick<Actor, 'userId'>, notices: readonly Notice[], at: Date): Promise<void>
  /** Sends a version of the memo if the change made one; its result is known with the commit. */
  recordVersion(change: { dealId: string; at: Date; madeBy: string | null; seq: number }): void
  /** Writes what lists show of a deal. */
  writeHeadlines(dealIds: readonly string[]): Promise<void>
  /** Who has to vote or sign again because of the change; each is returned once. */
  askAgain(dealId: string, at: Date): Promise<{ voters: string[]; signers: string[] }>
  bus: Bus
  now: Clock
}

export interface ChangeOptions<Found> {
  evenIfDecided?: boolean
  /**
   * Loads what the work needs. The query is sent together with the lock and sees the data as of when the lock is held.
   */
  find?: () => Promise<Found>
  /**
   * Whether this change gives a trail of an earlier version its first signed head. It does not count as activity of the
   * deal.
   */
  isBaseline?: boolean
}

export type DealChanges = ReturnType<typeof createDealChanges>

/**
 * Runs every change of a deal: one transaction in which the change, its events in the audit trail and its notifications
 * commit or roll back together. The row of the trail's head is the deal's lock, so that numbers have no gaps and every
 * hash includes the previous one.
 */
export const createDealChanges = (deps: Deps) => {
  const {
    store,
    database,
    signer,
    roleOn,
    isSuperadmin,
    digestNumbers,
    canTakeOver,
    takeOver,
    deliver,
    recordVersion,
    writeHeadlines,
    askAgain,
    bus,
    now,
  } = deps

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
      const entry = { ...facts, signedActorId: null, ...sealed, prevHash, hash, signature: signer.sign(hash) }
      prevHash = hash
      return entry
    })
  }

  /** Sent together with the lock. The database runs it once the lock is held, so that the role is current. */
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
    const last = recorded.findLast(({ type }) => isAuditEventType(type) && auditEvents[type].movesNumbers)
    if (last !== undefined) last.data = { ...last.data, numbers_digest: await digestNumbers(dealId) }
  }

  /** Notifies people whose vote or signature was about what the deal showed before. */
  const requestVotes = async (deal: ChangingDeal, actor: Actor | undefined): Promise<void> => {
    const { voters, signers } = await askAgain(deal.row.id, deal.at)
    const causedBy = actor?.userId ?? deal.row.createdBy ?? voters[0] ?? signers[0]
    if (causedBy === undefined) return
    if (voters.length > 0)
      deal.notify({ type: 'vote_requested', to: voters, snippet: committeeMessages.changedSinceVote(), causedBy })
    if (signers.length > 0)
      deal.notify({
        type: 'sign_off_requested',
        to: signers,
        snippet: committeeMessages.changedSinceSignature(),
        causedBy,
      })
  }

  const run = <Result, Found>(
    actor: Actor | undefined,
    dealId: string,
    needed: Needed,
    work: (deal: ChangingDeal, found: Found) => Promise<Result>,
    { evenIfDecided = false, find, isBaseline = false }: ChangeOptions<Found>,
  ): Promise<Result> =>
    database.transaction(async () => {
      // Must run first: events signed from here on have digests, and a baseline must not follow such an event.
      if (!isBaseline && canTakeOver(now())) await takeOver(dealId)
      const locking = store.lock(dealId)
      const asking = askRole(actor, dealId, needed)
      const finding = find?.()
      // Errors of these queries surface only when awaited: a missing deal is reported first.
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
        record: (type, data) => seq + recorded.push({ type, data, kind: auditEvents[type].kind }),
        recordExternal: (type, data, kind) => seq + recorded.push({ type, data, kind }),
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
        if (recorded.some(movesMemo)) {
          recordVersion({ dealId, at: deal.at, madeBy: actor?.userId ?? null, seq: last.seq })
        }
        if (recorded.some(movesHeadlines)) await writeHeadlines([dealId])
        if (recorded.some(movesVotes)) await requestVotes(deal, actor)
        await database.afterCommit(async () => {
          await bus.publish(dealChangedTopic, { dealId, seq: last.seq })
          for (const effect of effects) await effect(head)
        })
      }
      if (notices.length > 0 && actor !== undefined) await deliver(row, actor, notices, deal.at)
      if (actor === undefined)
        for (const notice of notices)
          if (notice.causedBy !== undefined) await deliver(row, { userId: notice.causedBy }, [notice], deal.at)
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

    /** A change made by the service itself. */
    changeAsService: <Result>(
      dealId: string,
      work: (deal: ServiceChange) => Promise<Result>,
      options: ChangeOptions<undefined> = {},
    ): Promise<Result> => run(undefined, dealId, 'service', work, options),
  }
}
