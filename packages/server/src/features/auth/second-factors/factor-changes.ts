import type { Actor } from '../../../actor.ts'
import { refuse } from '../../../domain-error.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { AuthStore } from '../auth.store.ts'
import type { SecurityMails } from '../security-mails.ts'
import type { FactorsStore } from './factors.store.ts'
import { digestOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

interface Deps {
  store: FactorsStore
  users: Pick<AuthStore, 'lockUser' | 'recordSecurityEvent' | 'verifiedEmailsOf'>
  database: Database
  mails: SecurityMails
  now: Clock
}

type EventKind = Parameters<AuthStore['recordSecurityEvent']>[0]['kind']
export type FactorKind = 'totp' | 'passkey'

export type FactorChanges = ReturnType<typeof createFactorChanges>

/** What every change of a person's second factors brings with it: the mark of the account, an event, and a mail. */
export const createFactorChanges = ({ store, users, database, mails, now }: Deps) => {
  const tell = async (
    userId: string,
    kind: EventKind,
    data: Record<string, unknown>,
    mail: (to: string) => void,
  ): Promise<void> => {
    await users.recordSecurityEvent({ id: newId(), userId, kind, data, at: now() })
    const emails = await users.verifiedEmailsOf(userId)
    await database.afterCommit(async () => emails.forEach(mail))
  }

  const renewCodes = async (userId: string): Promise<string[]> => {
    const codes = newRecoveryCodes()
    await store.replaceRecoveryCodes(userId, codes.map(digestOfRecoveryCode))
    return codes
  }

  return {
    /** Changes of one account take turns. */
    underLock: <Result>({ userId }: Pick<Actor, 'userId'>, work: () => Promise<Result>): Promise<Result> =>
      database.transaction(async () => {
        if ((await users.lockUser(userId))?.status !== 'active') refuse('session_ended')
        return work()
      }),

    /** Answers recovery codes if the account has none. The session counts as confirmed: its user proved the factor. */
    added: async ({ userId, sessionId }: Actor, factor: FactorKind): Promise<string[]> => {
      await store.updateMark(userId, now())
      await store.confirmSession(sessionId, now())
      await tell(userId, 'second_factor_added', { factor, sessionId }, (to) => mails.secondFactorAdded(to, factor))
      return (await store.recoveryCodesLeft(userId)) > 0 ? [] : renewCodes(userId)
    },

    removed: async ({ userId, sessionId }: Actor, factor: FactorKind): Promise<void> => {
      await store.updateMark(userId, now())
      await tell(userId, 'second_factor_removed', { factor, sessionId }, (to) => mails.secondFactorRemoved(to, factor))
    },

    codesRenewed: async ({ userId, sessionId }: Actor): Promise<string[]> => {
      const codes = await renewCodes(userId)
      await tell(userId, 'recovery_codes_renewed', { sessionId }, mails.recoveryCodesRenewed)
      return codes
    },

    recoveryCodeUsed: async (userId: string): Promise<void> => {
      const left = await store.recoveryCodesLeft(userId)
      await tell(userId, 'recovery_code_used', { left }, (to) => mails.recoveryCodeUsed(to, left))
    },

    reset: async (userId: string, by: Actor, reason: string): Promise<void> => {
      await store.removeAll(userId)
      await store.updateMark(userId, now())
      await tell(userId, 'second_factors_reset', { by: by.userId }, (to) => mails.secondFactorsReset(to, reason))
    },
  }
}
