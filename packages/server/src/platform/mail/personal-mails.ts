import { DomainError } from '../../domain-error.ts'
import { digestMailMessages as messages } from '../../messages/mails.ts'
import { type Clock, days, later, minutes } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { digestOf } from '../digest.ts'
import { newId } from '../ids.ts'
import type { Limits } from '../limits/limits.ts'
import { takeAll } from '../limits/take-all.ts'
import type { Sealing } from '../sealed.ts'
import type { HeldMailsStore } from './held-mails.store.ts'
import { type Line, writeLetter } from './letters.ts'
import type { Mail } from './mail.ts'

interface Deps {
  mail: Mail
  store: HeldMailsStore
  database: Pick<Database, 'transaction'>
  limits: Limits
  sealing: Sealing
  now: Clock
  onError: (error: unknown) => void
}

/** A mail caused by a user, and its summary in a digest. */
export interface PersonalMail {
  senderId: string
  /** The deal it is about, if any: held mails are deleted with their deal. */
  dealId?: string
  to: string
  subject: string
  lines: Line[]
  /** In a digest, the subject links to this address. */
  link: string
}

/** How long the first held mail waits for others. */
const digestAfterMs = minutes(10)
/** A recipient whose mails fail for this long is treated as undeliverable. */
const givenUpAfterMs = days(3)
const maxPerDigest = 500
const maxRecipientsPerRound = 100
const retryAfterMs = minutes(10)

export type PersonalMails = ReturnType<typeof createPersonalMails>

/**
 * Mails caused by users: invitations and mentions. Nobody can flood a mailbox: mails beyond the limits are stored and
 * go out as one digest. Account codes, links and notices have their own limits and are never held.
 */
export const createPersonalMails = ({ mail, store, database, limits, sealing, now, onError }: Deps) => {
  const underWay = new Set<Promise<void>>()
  const failed = new Map<string, Date>()

  const isAllowed = async ({ senderId, to }: PersonalMail): Promise<boolean> => {
    const recipient = digestOf(to)
    try {
      await takeAll(limits, [
        ['mail_sender_recipient', `${senderId}:${recipient}`],
        ['mail_sender', senderId],
        ['mail_recipient', recipient],
      ])
      return true
    } catch (error) {
      if (error instanceof DomainError && error.code === 'rate_limited') return false
      throw error
    }
  }

  const sendOrHold = async (personal: PersonalMail): Promise<void> => {
    const { senderId, dealId = null, to, subject, lines, link } = personal
    if (await isAllowed(personal)) return mail.send({ to, subject, ...writeLetter(lines) })
    const sealed = sealing.seal(JSON.stringify({ subject, link }))
    await store.add({ id: newId(), recipient: to, senderId, dealId, sealed, createdAt: now() })
  }

  const lineOf = (sealed: string): Line => {
    const text = sealing.open(sealed)
    if (text === undefined) return messages.unreadable()
    const { subject, link }: { subject: string; link: string } = JSON.parse(text)
    return { words: subject, link }
  }

  /** Sends the mail before deleting its rows: a crash in between sends it again under the same id, and loses none. */
  const sendDigest = (recipient: string): Promise<void> =>
    database.transaction(async () => {
      const held = await store.take(recipient, maxPerDigest)
      const [first] = held
      if (first === undefined) return
      const ids = held.map(({ id }) => id)
      if (later(first.createdAt, givenUpAfterMs) < now()) {
        onError(new Error(`${held.length} held mails were given up after three days`))
        return store.remove(ids)
      }
      const subject = messages.subject({ count: held.length })
      const lines = [messages.text(), ...held.map((row) => lineOf(row.sealed))]
      await mail.send({ id: first.id, to: recipient, subject, ...writeLetter(lines) })
      await store.remove(ids)
    })

  return {
    /** The caller does not wait for it, and its failure undoes nothing. */
    send: (personal: PersonalMail): void => {
      const sending = sendOrHold(personal).catch(onError)
      underWay.add(sending)
      void sending.finally(() => underWay.delete(sending))
    },

    /** Sends the digests that are due; safe to run on all nodes concurrently. */
    deliver: async (): Promise<void> => {
      for (const [recipient, until] of failed) if (until <= now()) failed.delete(recipient)
      const due = await store.due(later(now(), -digestAfterMs), [...failed.keys()], maxRecipientsPerRound)
      for (const recipient of due) {
        try {
          await sendDigest(recipient)
        } catch (error) {
          failed.set(recipient, later(now(), retryAfterMs))
          onError(error)
        }
      }
    },

    close: async (): Promise<void> => {
      await Promise.allSettled(underWay)
    },
  }
}
