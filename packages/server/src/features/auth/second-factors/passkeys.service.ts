import { maxPasskeys, type PasskeyRegistration } from '@deal-canvas/contract'
import type { Actor } from '../../../actor.ts'
import { assertCurrent } from '../../../current-version.ts'
import { refuse } from '../../../domain-error.ts'
import { InvalidInput } from '../../../invalid-input.ts'
import { accountMessages } from '../../../messages/accounts.ts'
import type { Clock } from '../../../platform/clock.ts'
import { violatedIndex } from '../../../platform/database/failures.ts'
import { isId, newId } from '../../../platform/ids.ts'
import type { AuthStore } from '../auth.store.ts'
import type { Challenges } from './challenges.ts'
import type { FactorChanges } from './factor-changes.ts'
import type { FactorsStore, PasskeyRow } from './factors.store.ts'
import type { WebAuthn } from './web-authn.ts'

interface Deps {
  store: FactorsStore
  users: Pick<AuthStore, 'userById'>
  challenges: Challenges
  webAuthn: WebAuthn
  changes: FactorChanges
  now: Clock
}

const readName = (given: string): string => {
  const name = given.trim()
  if (name !== '') return name
  throw new InvalidInput({ at: ['body', 'name'], reason: accountMessages.passkeyNameBlank(), input: given })
}

export type Passkeys = ReturnType<typeof createPasskeys>

/** The passkeys of an account. */
export const createPasskeys = ({ store, users, challenges, webAuthn, changes, now }: Deps) => {
  const find = async ({ userId }: Actor, id: string): Promise<PasskeyRow> =>
    (isId(id) ? await store.passkey(userId, id) : undefined) ?? refuse('passkey_not_found')

  return {
    begin: async ({ userId, sessionId }: Actor) => {
      const { email, displayName } = (await users.userById(userId)) ?? refuse('session_ended')
      const registered = await store.passkeysOf(userId)
      if (registered.length >= maxPasskeys) refuse('too_many_passkeys')
      const { token, digest } = await challenges.issue({ purpose: 'passkey_registration', userId, sessionId })
      return {
        challenge: token,
        options: await webAuthn.creationOptions(digest, { id: userId, email, displayName }, registered),
      }
    },

    add: async (
      actor: Actor,
      given: { challenge: string; name: string; passkey: PasskeyRegistration },
    ): Promise<{ passkey: PasskeyRow; codes: string[] }> => {
      const name = readName(given.name)
      // Before the answer is judged, so that it is used up in any case.
      const challenge = await challenges.take(given.challenge, 'passkey_registration')
      if (challenge.sessionId !== actor.sessionId) refuse('challenge_invalid')
      const registered = (await webAuthn.register(challenge.digest, given.passkey)) ?? refuse('passkey_invalid')
      const passkey = {
        id: newId(),
        userId: actor.userId,
        ...registered,
        name,
        version: 1,
        createdAt: now(),
        lastUsedAt: null,
      }
      return changes.underLock(actor, async () => {
        if ((await store.passkeysOf(actor.userId)).length >= maxPasskeys) refuse('too_many_passkeys')
        await store.addPasskey(passkey).catch((error: unknown) => {
          if (violatedIndex(error) === 'passkeys_credential_id_unique') refuse('passkey_exists')
          throw error
        })
        return { passkey, codes: await changes.added(actor, 'passkey') }
      })
    },

    rename: (actor: Actor, id: string, given: string, seen: number | undefined): Promise<PasskeyRow> => {
      const name = readName(given)
      return changes.underLock(actor, async () => {
        assertCurrent((await find(actor, id)).version, seen)
        return (await store.renamePasskey(actor.userId, id, name)) ?? refuse('passkey_not_found')
      })
    },

    remove: (actor: Actor, id: string, seen: number | undefined): Promise<void> =>
      changes.underLock(actor, async () => {
        assertCurrent((await find(actor, id)).version, seen)
        await store.removePasskey(actor.userId, id)
        await changes.removed(actor, 'passkey')
      }),
  }
}
