import { actingFor } from '../../acting-for.ts'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { accountMessages } from '../../messages/accounts.ts'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { DealMembers, Deals } from '../deals/index.ts'
import type { Exports } from '../exports/index.ts'
import type { Members } from '../orgs/index.ts'
import { type DealErasure, leaseMs } from './deal-erasure.service.ts'
import type { ErasureRow, ErasuresStore } from './erasures.store.ts'
import type { UserErasureStore } from './user-erasure.store.ts'

interface Deps {
  store: UserErasureStore
  erasures: Pick<ErasuresStore, 'add' | 'take' | 'lease' | 'finish'>
  database: Pick<Database, 'transaction' | 'afterCommit'>
  deals: Pick<DealErasure, 'erase' | 'wipe'>
  records: Pick<Deals, 'purgeNow'>
  dealMembers: Pick<DealMembers, 'handOver'>
  members: Pick<Members, 'leaveAll'>
  adminLog: Pick<AdminLog, 'record'>
  mail: Pick<Mail, 'forget'>
  exports: Pick<Exports, 'forgetPerson'>
  onError(error: unknown): void
  now: Clock
}

/** How many rows are read from a store at a time. */
const batchSize = 20

/** The display name after erasure; the last digits of the id make it distinct. */
export const pseudonymOf = (userId: string): string => accountMessages.erasedName({ digits: userId.slice(-6) })

export type UserErasure = ReturnType<typeof createUserErasure>

/** Erases deleted accounts in the background, so that any node can resume an erasure after a crash. */
export const createUserErasure = (deps: Deps) => {
  const { store, erasures, database, deals, records, dealMembers, members, adminLog, mail, exports, onError, now } =
    deps
  const underWay = new Set<Promise<void>>()

  const judgeRecipient = async (userId: string, transferTo: string): Promise<void> => {
    const recipient = transferTo === userId ? undefined : await store.recipient(transferTo)
    if (recipient?.isActive !== true) {
      const reason = accountMessages.recipientNotActive()
      throw new InvalidInput({ at: ['body', 'transfer_to'], reason, input: transferTo })
    }
    if (!recipient.isVerified) refuse('email_unverified')
  }

  /** Uses one transaction per deal, so that finished ones stay finished if the rest is interrupted. */
  const settleDeals = async ({ id, targetId: userId, transferTo, requestedBy }: ErasureRow): Promise<void> => {
    const actor = actingFor(requestedBy, 'owner')
    for (;;) {
      const owned = await store.personalDeals(userId, batchSize)
      for (const { dealId, isShared } of owned) {
        await erasures.lease(id, later(now(), leaseMs))
        const to = isShared ? null : transferTo
        if (isShared || to !== null) await dealMembers.handOver(actor, dealId, { from: userId, to })
        else await records.purgeNow(actor, dealId)
      }
      if (owned.length < batchSize) break
    }
    for (;;) {
      const reserved = await store.reservedDeals(userId, batchSize)
      for (const dealId of reserved) {
        await erasures.lease(id, later(now(), leaseMs))
        await database.transaction(() => deals.erase(dealId, requestedBy))
      }
      if (reserved.length < batchSize) break
    }
  }

  const eraseUser = async (erasure: ErasureRow): Promise<void> => {
    await settleDeals(erasure)
    const { id, targetId: userId } = erasure
    const pseudonym = pseudonymOf(userId)
    const { addresses = [], displayNames = [] } = (await store.lock(userId)) ?? {}
    // Before the addresses are deleted: an erasure resumed after a crash still needs them.
    const replacing = [...addresses, ...displayNames].map((text) => [text, pseudonym] as const)
    await mail.forget({ to: addresses, replacing })
    await database.transaction(async () => {
      const person = await store.lock(userId)
      if (person === undefined || !(await erasures.finish(id, now()))) return
      await exports.forgetPerson(userId)
      await store.pseudonymize(userId, person, pseudonym, now())
    })
  }

  const carryOn = async (erasure: ErasureRow): Promise<void> =>
    erasure.targetType === 'deal' ? deals.wipe(erasure) : eraseUser(erasure)

  const start = (erasure: ErasureRow): void => {
    const running = carryOn(erasure)
      .catch(onError)
      .finally(() => underWay.delete(running))
    underWay.add(running)
  }

  return {
    /** Validates at once and erases in the background. A repeated request returns the same result. */
    request: (actor: Actor, userId: string, transferTo: string | null): Promise<{ finishedAt: Date | null }> =>
      database.transaction(async () => {
        const person = (await store.lock(userId)) ?? refuse('user_not_found')
        if (person.status !== 'deleted') refuse('user_not_deleted')
        if (transferTo !== null) await judgeRecipient(userId, transferTo)
        await members.leaveAll(userId)
        const wanted = {
          id: newId(),
          targetType: 'user' as const,
          targetId: userId,
          transferTo,
          requestedBy: actor.userId,
          requestedAt: now(),
          blobs: [],
          leaseUntil: later(now(), leaseMs),
          finishedAt: null,
        }
        const erasure = await erasures.add(wanted)
        if (erasure.id !== wanted.id) return erasure
        await adminLog.record(actor, {
          action: 'user.erased',
          target: { type: 'user', id: userId },
          after: { transfer_to_id: transferTo },
        })
        await database.afterCommit(async () => start(erasure))
        return erasure
      }),

    /** Resumes erasures that were interrupted on this or another node. */
    resume: async (): Promise<void> => {
      for (const erasure of await erasures.take(now(), later(now(), leaseMs), batchSize)) start(erasure)
      await Promise.all(underWay)
    },

    close: async (): Promise<void> => {
      await Promise.all(underWay)
    },
  }
}
