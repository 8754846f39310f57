import {
  addPasskey,
  completeSignIn,
  confirmTotp,
  type Passkey,
  passkeyRegistrationOptions,
  passkeySignInOptions,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
  resetSecondFactors,
  secondFactors,
  signInWithPasskey,
  startTotp,
  stepUp,
  stepUpOptions,
} from '@deal-canvas/contract'
import { handle, handleAnyone, type Route } from '../../../http/handler.ts'
import { InvalidInput } from '../../../invalid-input.ts'
import { accountMessages } from '../../../messages/accounts.ts'
import type { Auth } from '../auth.service.ts'
import { presentSignedIn } from '../present-signed-in.ts'
import type { FactorResets } from './factor-reset.service.ts'
import type { FactorSignIn } from './factor-sign-in.service.ts'
import type { FactorsStore, PasskeyRow } from './factors.store.ts'
import type { Passkeys } from './passkeys.service.ts'
import { readProof } from './prove-factor.ts'
import type { StepUps } from './step-up.service.ts'
import type { Totp } from './totp.service.ts'

interface Services {
  store: Pick<FactorsStore, 'totp' | 'passkeysOf' | 'recoveryCodesLeft'>
  auth: Pick<Auth, 'rememberDevice'>
  totp: Totp
  passkeys: Passkeys
  signIn: FactorSignIn
  stepUps: StepUps
  resets: FactorResets
  /** Whether superadmins need a second factor. */
  isRequired: boolean
}

const presentPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  synced: row.synced,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  version: row.version,
})

export const secondFactorRoutes = (services: Services): Route[] => {
  const { store, auth, totp, passkeys, signIn, stepUps, resets, isRequired } = services
  return [
    handle(secondFactors, async ({ actor: { userId, isSuperadmin } }) => {
      const app = await store.totp(userId)
      return {
        required: isRequired && isSuperadmin,
        totp: app === undefined || app.confirmedAt === null ? null : { confirmed_at: app.confirmedAt.toISOString() },
        passkeys: (await store.passkeysOf(userId)).map(presentPasskey),
        recovery_codes_left: await store.recoveryCodesLeft(userId),
      }
    }),

    handle(startTotp, ({ actor }) => totp.start(actor)),
    handle(confirmTotp, async ({ actor, body, caller }) => ({
      recovery_codes: await totp.confirm(actor, body.code, caller.ip),
    })),
    handle(removeTotp, ({ actor }) => totp.remove(actor)),
    handle(renewRecoveryCodes, async ({ actor }) => ({ recovery_codes: await totp.renewRecoveryCodes(actor) })),

    handle(passkeyRegistrationOptions, ({ actor }) => passkeys.begin(actor)),
    handle(addPasskey, async ({ actor, body }) => {
      const { passkey, codes } = await passkeys.add(actor, body)
      return { passkey: presentPasskey(passkey), recovery_codes: codes }
    }),
    handle(renamePasskey, ({ actor, params, body, ifMatch }) =>
      passkeys.rename(actor, params.passkey_id, body.name, ifMatch).then(presentPasskey),
    ),
    handle(removePasskey, ({ actor, params, ifMatch }) => passkeys.remove(actor, params.passkey_id, ifMatch)),

    handleAnyone(passkeySignInOptions, ({ caller }) => signIn.beginPasskey(caller)),
    handleAnyone(signInWithPasskey, ({ body, caller, refreshCookie }) =>
      signIn.withPasskey(body.challenge, body.passkey, caller).then(presentSignedIn(refreshCookie)),
    ),
    handleAnyone(completeSignIn, async ({ body, caller, refreshCookie, deviceCookie }) => {
      const proof = readProof(body)
      if (proof === undefined) throw new InvalidInput({ at: ['body'], reason: accountMessages.oneProof() })
      const signedIn = await signIn.complete(body.challenge, proof, caller)
      if (signedIn.provider === 'password') deviceCookie.set(auth.rememberDevice(deviceCookie.value, signedIn))
      return presentSignedIn(refreshCookie)(signedIn)
    }),

    handle(stepUpOptions, async ({ actor }) => {
      const { challenge, methods, passkeyOptions } = await stepUps.begin(actor)
      return { challenge, methods, options: passkeyOptions ?? null }
    }),
    handle(stepUp, async ({ actor, body, caller }) => ({
      good_until: (await stepUps.confirm(actor, body, caller.ip)).toISOString(),
    })),

    handle(resetSecondFactors, ({ actor, params, body }) => resets.reset(actor, params.user_id, body.reason)),
  ]
}
