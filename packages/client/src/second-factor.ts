import { type FactorMethod, factorMethods } from '@deal-canvas/contract'
import { ApiError } from './api-error.ts'

/** What a sign-in still needs: give the challenge with one proof to the operation `completeSignIn`. */
export interface SecondFactorNeeded {
  readonly challenge: string
  /** The ways that the account has. */
  readonly methods: readonly FactorMethod[]
  /** The argument of `navigator.credentials.get`; null if the account has no passkey. */
  readonly passkeyOptions: unknown
}

/** Reads the rejection of a sign-in; undefined if it does not ask for a second factor. */
export const secondFactorOf = (error: unknown): SecondFactorNeeded | undefined => {
  if (!(error instanceof ApiError && error.code === 'second_factor_required')) return undefined
  const { challenge, methods, passkey_options } = error.fields
  if (typeof challenge !== 'string') return undefined
  const given: readonly unknown[] = Array.isArray(methods) ? methods : []
  return {
    challenge,
    methods: factorMethods.filter((method) => given.includes(method)),
    passkeyOptions: passkey_options ?? null,
  }
}
