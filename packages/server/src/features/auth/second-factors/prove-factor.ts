import type { PasskeyAssertion } from '@deal-canvas/contract'
import { InvalidInput } from '../../../invalid-input.ts'
import { accountMessages } from '../../../messages/accounts.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { FactorChanges } from './factor-changes.ts'
import type { FactorsStore, PasskeyRow } from './factors.store.ts'
import { digestOfRecoveryCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'
import type { TotpSecrets } from './totp-secrets.ts'
import type { WebAuthn } from './web-authn.ts'

export type Proof =
  | { kind: 'code'; code: string }
  | { kind: 'recovery_code'; code: string }
  | { kind: 'passkey'; passkey: PasskeyAssertion }

export interface GivenProofs {
  code?: string | null
  recovery_code?: string | null
  passkey?: PasskeyAssertion
}

const proofsIn = ({ code, recovery_code, passkey }: GivenProofs): Proof[] => [
  ...(code == null ? [] : [{ kind: 'code' as const, code }]),
  ...(recovery_code == null ? [] : [{ kind: 'recovery_code' as const, code: recovery_code }]),
  ...(passkey === undefined ? [] : [{ kind: 'passkey' as const, passkey }]),
]

/** The one proof of a request. `others` counts proofs of another kind, such as a password. */
export const readProof = (given: GivenProofs, others = 0): Proof | undefined => {
  const proofs = proofsIn(given)
  if (proofs.length + others !== 1) throw new InvalidInput({ at: ['body'], reason: accountMessages.oneProof() })
  return proofs[0]
}

interface Deps {
  store: FactorsStore
  secrets: Pick<TotpSecrets, 'open'>
  webAuthn: Pick<WebAuthn, 'verify'>
  changes: Pick<FactorChanges, 'recoveryCodeUsed'>
  now: Clock
}

export type ProveFactor = ReturnType<typeof createProveFactor>

/** Judges proofs and uses them up. Call in a transaction with the user locked, which a wrong proof must undo. */
export const createProveFactor = ({ store, secrets, webAuthn, changes, now }: Deps) => {
  const useCode = async (userId: string, code: string): Promise<boolean> => {
    const totp = await store.totp(userId)
    const secret = totp === undefined ? undefined : secrets.open(totp.sealedSecret)
    const step = secret === undefined ? undefined : stepOfCode(secret, code, now())
    return step !== undefined && store.useStep(userId, step)
  }

  const useRecoveryCode = async (userId: string, code: string): Promise<boolean> => {
    const taken = await store.takeRecoveryCode(userId, digestOfRecoveryCode(code))
    if (taken) await changes.recoveryCodeUsed(userId)
    return taken
  }

  const acceptPasskey = async (
    passkey: PasskeyRow | undefined,
    given: PasskeyAssertion,
    signed: string,
  ): Promise<boolean> => {
    const counter = passkey === undefined ? undefined : await webAuthn.verify(signed, given, passkey)
    return passkey !== undefined && counter !== undefined && store.usePasskey(passkey, counter, now())
  }

  return {
    acceptPasskey,
    /** `signed` is the digest of the challenge that a passkey must have signed. */
    prove: async (userId: string, proof: Proof, signed: string): Promise<boolean> => {
      if (proof.kind === 'code') return useCode(userId, proof.code)
      if (proof.kind === 'recovery_code') return useRecoveryCode(userId, proof.code)
      const passkey = await store.passkeyByCredential(proof.passkey.id)
      return acceptPasskey(passkey?.userId === userId ? passkey : undefined, proof.passkey, signed)
    },
  }
}
