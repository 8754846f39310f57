import { freshLinkMinutes } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { accountMessages } from '../../messages/accounts.ts'
import { type Clock, later, minutes } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { Passwords } from '../../platform/passwords.ts'
import type { AuthStore } from './auth.store.ts'
import { passwordObjection } from './password-rules.ts'
import type { PasswordTags } from './password-tags.ts'
import type { SecurityMails } from './security-mails.ts'
import type { Sessions } from './sessions.service.ts'

interface Deps {
  store: AuthStore
  database: Database
  passwords: Passwords
  tags: PasswordTags
  sessions: Sessions
  limits: Limits
  mails: SecurityMails
  now: Clock
}

/** How long a session started by a magic link can set a new password without the old one. */
const freshLinkMs = minutes(freshLinkMinutes)

/** A permitted password change, and the former hash that it was checked against. */
export interface JudgedChange {
  formerHash: string | null
  passwordHash: string
  passwordTag: number
}

export type PasswordChange = ReturnType<typeof createPasswordChange>

export const createPasswordChange = ({ store, database, passwords, tags, sessions, limits, mails, now }: Deps) => {
  const mayLeaveOutCurrent = async ({ sessionId }: Actor): Promise<boolean> => {
    const session = await store.session(sessionId)
    return session?.provider === 'magic_link' && later(session.createdAt, freshLinkMs) > now()
  }

  const checkCurrent = async (actor: Actor, current: string | undefined, formerHash: string | null): Promise<void> => {
    if (current !== undefined) {
      if (!(await passwords.matches(current, formerHash))) refuse('invalid_credentials')
    } else if (!(await mayLeaveOutCurrent(actor))) {
      throw new InvalidInput({ at: ['body', 'current_password'], reason: 'Field required', missing: true })
    }
    await limits.giveBack('password_guess', actor.userId)
  }

  return {
    /** The slow part, before any transaction: both hashes are expensive by design. */
    judge: async (actor: Actor, given: { current: string | undefined; wanted: string }): Promise<JudgedChange> => {
      const formerHash = await store.passwordHash(actor.userId)
      await checkCurrent(actor, given.current, formerHash)
      const objection =
        given.wanted === given.current
          ? accountMessages.passwordUnchanged()
          : passwordObjection(given.wanted, await store.emailsOf(actor.userId))
      if (objection !== undefined) throw new InvalidInput({ at: ['body', 'new_password'], reason: objection })
      return { formerHash, passwordHash: await passwords.hash(given.wanted), passwordTag: tags.of(given.wanted) }
    },

    carryOut: (actor: Actor, { formerHash, passwordHash, passwordTag }: JudgedChange): Promise<void> =>
      database.transaction(async () => {
        // Another session may have changed the password and ended this one while the hashes were computed.
        const present = await store.lockUser(actor.userId)
        const session = await store.session(actor.sessionId)
        if (session === undefined || session.revokedAt !== null) refuse('session_ended')
        if (present?.passwordHash !== formerHash) refuse('invalid_credentials')
        await store.savePassword(actor.userId, passwordHash, now())
        await store.tagClaims(actor.userId, passwordTag)
        await sessions.end(actor.userId, { except: actor.sessionId, reason: 'password_changed' })
        await store.recordSecurityEvent({
          id: newId(),
          userId: actor.userId,
          kind: 'password_changed',
          data: { sessionId: actor.sessionId },
          at: now(),
        })
        // Mailed to every verified address: an attacker who took over one of them must not be the only one notified.
        const emails = await store.verifiedEmailsOf(actor.userId)
        await database.afterCommit(async () => emails.forEach(mails.passwordChanged))
      }),
  }
}
