import { type Clock, days, hours, later, minutes } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Mail, MailFailure, type MailMessage } from '../../platform/mail/mail.ts'
import type { DigestRow, DigestsStore } from './digests.store.ts'
import { planDigest } from './plan-digest.ts'
import { writeUnsubscribeToken } from './unsubscribe-token.ts'
import { writeDigest } from './write-digest.ts'

interface Deps {
  store: DigestsStore
  database: Pick<Database, 'transaction'>
  mail: Pick<Mail, 'send'>
  publicUrl: URL
  onError(error: unknown): void
  now: Clock
}

/** Longer than a mail server is waited for: a digest that is still being handed over must not be taken by another node. */
const leaseMs = minutes(5)
const retryAfterMs = minutes(10)
/** A digest that could not be sent for this long is given up; its notifications go to the next one. */
const givenUpAfterMs = hours(6)
const plannedAtOnce = 200
const sentAtOnce = 5
const keptMs = days(35)

/**
 * Plans digests and sends them, on every node. The mail of a period is handed over at most once without being refused:
 * a digest is `sending` before the mail server is asked, and one whose outcome nobody knows is not sent again.
 */
export const createMakeDigests = ({ store, database, mail, publicUrl, onError, now }: Deps) => {
  let isClosing = false
  const rounds = new Set<Promise<void>>()

  /** The digest of a person and the number that it covers change in one transaction. False: none is due. */
  const planSome = (): Promise<boolean> =>
    database.transaction(async () => {
      const at = now()
      const people = await store.lockDue(at, plannedAtOnce)
      if (people.length === 0) return false
      const stands = await store.stands(people.map(({ userId }) => userId))
      const plans = people.map((person) =>
        planDigest(person, stands.get(person.userId) ?? { newest: 0, hasOpen: false }, at),
      )
      await store.keep(plans, at)
      return true
    })

  /** What a digest says now; undefined: it has ended without a mail, or belongs to another node. */
  const compose = (row: DigestRow): Promise<MailMessage | undefined> =>
    database.transaction(async () => {
      const recipient = await store.recipient(row.userId)
      if (recipient === undefined) {
        await store.end(row, 'cancelled')
        return undefined
      }
      const { address, unsubscribeId: id, unsubscribeKey: key } = recipient
      const lines = await store.lines(row, recipient.reasons)
      if (lines.length === 0) {
        await store.end(row, 'empty')
        return undefined
      }
      if (!(await store.beginSending(row, now()))) return undefined
      const unsubscribe = new URL('/unsubscribe', publicUrl)
      unsubscribe.searchParams.set('token', writeUnsubscribeToken({ id, key, address }))
      const { subject, text, html } = writeDigest(lines, { publicUrl, unsubscribeUrl: unsubscribe.href })
      // RFC 8058 asks for https; elsewhere, for example on this machine, only the link at the foot remains.
      const headers =
        publicUrl.protocol === 'https:'
          ? {
              'List-Unsubscribe': `<${unsubscribe.href}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }
          : undefined
      return { id: row.id, to: address, subject, text, html, headers }
    })

  const giveUp = (row: DigestRow, status: 'failed' | 'unknown'): Promise<void> =>
    database.transaction(() => store.giveUp(row, status))

  const handOver = async (row: DigestRow, message: MailMessage): Promise<void> => {
    try {
      await mail.send(message)
    } catch (error) {
      onError(error)
      const isRefused = error instanceof MailFailure && error.isRefused
      if (isRefused) await store.tryAgain(row, later(now(), retryAfterMs))
      else await giveUp(row, 'unknown')
      return
    }
    await store.end(row, 'sent')
  }

  const send = async (row: DigestRow): Promise<void> => {
    // The process that was handing it over has ended.
    if (row.status === 'sending') return giveUp(row, 'unknown')
    if (later(row.createdAt, givenUpAfterMs) < now()) return giveUp(row, 'failed')
    const message = await compose(row)
    if (message !== undefined) await handOver(row, message)
  }

  /** False: none is due. */
  const sendSome = async (): Promise<boolean> => {
    const rows = await store.take(now(), later(now(), leaseMs), sentAtOnce)
    await Promise.all(rows.map((row) => send(row).catch(onError)))
    return rows.length > 0
  }

  const makeDue = async (isAlone: boolean): Promise<void> => {
    if (isAlone) await store.releaseAll(now())
    let isBusy = true
    while (isBusy && !isClosing) {
      const hasPlanned = await planSome()
      isBusy = (await sendSome()) || hasPlanned
    }
  }

  return {
    /** Safe to run on all nodes concurrently. */
    resume: ({ isAlone = false }: { isAlone?: boolean } = {}): Promise<void> => {
      if (isClosing) return Promise.resolve()
      const round = makeDue(isAlone).finally(() => rounds.delete(round))
      rounds.add(round)
      return round
    },

    sweep: async (): Promise<void> => {
      while (!isClosing && (await store.deleteOlder(later(now(), -keptMs))) === store.sweptAtOnce);
    },

    close: async (): Promise<void> => {
      isClosing = true
      // Errors are reported to the caller of `resume`.
      await Promise.allSettled(rounds)
    },
  }
}
