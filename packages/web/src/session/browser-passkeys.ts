import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { factorMessages } from '../messages/factors.ts'
import { PasskeyNotUsed } from './passkey-not-used.ts'

const asking = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
  if (!browserSupportsWebAuthn()) throw new PasskeyNotUsed(factorMessages.passkeyUnsupported())
  try {
    return await ask()
  } catch (cause) {
    throw new PasskeyNotUsed(factorMessages.passkeyCanceled(), { cause })
  }
}

/** The service answers the options as the browser takes them. */
export const signWithPasskey = (options: unknown) =>
  asking(() => startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }))

export const makePasskey = (options: unknown) =>
  asking(() => startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }))
