import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { promisify } from 'node:util'

/** The DER prefix of a 32-byte Ed25519 private key in PKCS #8. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

// Runs on other threads: verifying a long trail must not block the event loop.
const verifyAside = promisify(verify) as (
  algorithm: null,
  data: Uint8Array,
  key: KeyObject,
  signature: Uint8Array,
) => Promise<boolean>

const verifierOf = (publicKey: KeyObject) => ({
  isGood: (hash: string, signature: string): Promise<boolean> =>
    verifyAside(null, Buffer.from(hash, 'hex'), publicKey, Buffer.from(signature, 'base64url')),
})

/** Verifies what the holder of an Ed25519 key signed; with anything else for a key, nothing is good. */
export const createVerifier = (publicKey: string): Pick<Signer, 'isGood'> => {
  try {
    return verifierOf(createPublicKey(publicKey))
  } catch {
    return { isGood: async () => false }
  }
}

export type Signer = ReturnType<typeof createSigner>

/**
 * Signs events with a key that is not in the database: anyone who rewrites the database cannot rewrite the audit trail.
 */
export const createSigner = (secret: string) => {
  const seed = createHash('sha256').update('deal-canvas journal').update(secret).digest()
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  return {
    ...verifierOf(publicKey),
    sign: (hash: string): string => sign(null, Buffer.from(hash, 'hex'), privateKey).toString('base64url'),
    /** Lets anyone verify an export. */
    publicKey: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
  }
}
