import type { PasskeyAssertion, PasskeyRegistration } from '@deal-canvas/contract'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
import type { PasskeyRow } from './factors.store.ts'

interface Deps {
  publicUrl: URL
  issuer: string
}

/** What a passkey has to sign: the digest of a challenge's token, in base64url. */
type Signed = string

type KnownCredential = Pick<PasskeyRow, 'credentialId' | 'transports'>

/** ES256, EdDSA, RS256: what every platform offers and Node verifies. */
const algorithms = [-7, -8, -257]
const transportsKnown = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
type Transport = (typeof transportsKnown)[number]

const knownTransports = (given: readonly string[] = []): Transport[] =>
  transportsKnown.filter((transport) => given.includes(transport))

const bytesOf = (signed: Signed) => isoBase64URL.toBuffer(signed)

/** The library reports everything that is wrong with an answer by throwing. */
const unlessInvalid = async <Result>(verify: () => Promise<Result>): Promise<Result | undefined> => {
  try {
    return await verify()
  } catch {
    // Malformed, signed for another site or challenge, without verifying the user, or by a copied passkey.
    return undefined
  }
}

export type WebAuthn = ReturnType<typeof createWebAuthn>

/** Registers and verifies passkeys of this site. A passkey always verifies its user, so that it counts as two factors. */
export const createWebAuthn = ({ publicUrl, issuer }: Deps) => {
  const rpID = publicUrl.hostname
  const expected = (signed: Signed) => ({
    expectedChallenge: signed,
    expectedOrigin: publicUrl.origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  })
  const named = (credentials: readonly KnownCredential[]) =>
    credentials.map(({ credentialId, transports }) => ({ id: credentialId, transports: knownTransports(transports) }))

  return {
    creationOptions: (
      signed: Signed,
      user: { id: string; email: string; displayName: string },
      registered: readonly KnownCredential[],
    ) =>
      generateRegistrationOptions({
        rpName: issuer,
        rpID,
        userID: new Uint8Array(Buffer.from(user.id)),
        userName: user.email,
        userDisplayName: user.displayName,
        challenge: bytesOf(signed),
        attestationType: 'none',
        supportedAlgorithmIDs: algorithms,
        excludeCredentials: named(registered),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      }),

    requestOptions: (signed: Signed, credentials?: readonly KnownCredential[]) =>
      generateAuthenticationOptions({
        rpID,
        challenge: bytesOf(signed),
        userVerification: 'required',
        ...(credentials === undefined ? {} : { allowCredentials: named(credentials) }),
      }),

    /** Undefined if the answer is not valid. */
    register: (signed: Signed, { id, response }: PasskeyRegistration) =>
      unlessInvalid(async () => {
        const { clientDataJSON, attestationObject } = response
        // Certificates name addresses of revocation lists, which the library would call.
        const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
        const hasCertificates = attestation.get('attStmt').get('x5c') !== undefined
        if (hasCertificates || !['none', 'packed'].includes(attestation.get('fmt'))) return undefined
        const transports = knownTransports(response.transports)
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          ...expected(signed),
          response: {
            id,
            rawId: id,
            type: 'public-key',
            response: { clientDataJSON, attestationObject, transports },
            clientExtensionResults: {},
          },
          supportedAlgorithmIDs: algorithms,
        })
        if (!verified) return undefined
        const { credential, credentialBackedUp } = registrationInfo
        return {
          credentialId: credential.id,
          publicKey: Buffer.from(credential.publicKey),
          counter: credential.counter,
          transports,
          synced: credentialBackedUp,
        }
      }),

    /** The new signature counter; undefined if the answer is not valid for this passkey. */
    verify: (
      signed: Signed,
      { id, response }: PasskeyAssertion,
      passkey: Pick<PasskeyRow, 'userId' | 'credentialId' | 'publicKey' | 'counter'>,
    ): Promise<number | undefined> =>
      unlessInvalid(async () => {
        const { clientDataJSON, authenticatorData, signature, userHandle } = response
        if (userHandle != null && Buffer.from(userHandle, 'base64url').toString() !== passkey.userId) return undefined
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          ...expected(signed),
          response: {
            id,
            rawId: id,
            type: 'public-key',
            response: { clientDataJSON, authenticatorData, signature },
            clientExtensionResults: {},
          },
          credential: {
            id: passkey.credentialId,
            publicKey: new Uint8Array(passkey.publicKey),
            counter: passkey.counter,
          },
        })
        return verified ? authenticationInfo.newCounter : undefined
      }),
  }
}
