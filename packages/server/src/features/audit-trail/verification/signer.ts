import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { promisify } from 'node:util'

/** The DER prefix of a 32-byte Ed25519 private key in PKCS #8. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

export type Signer = ReturnType<typeof createSigner>

/**
 * Signs events with a key that is not in the database: anyone who rewrites the database cannot rewrite the audit trail.
 */
export const createSigner = (secret: string) => {
  const seed = createHash('sha256').update('deal-canvas journal').update(secret).digest()
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  // Runs on other threads: verifying a long trail must not block the event loop.
  const verifyAside = promisify(verify) as (
    algorithm: null,
    data: Uint8Array,
    key: typeof publicKey,
    signature: Uint8Array,
  ) => Promise<boolean>
  return {
    sign: (hash: string): string => sign(null, Buffer.from(hash, 'hex'), privateKey).toString('base64url'),
    isGood: (hash: string, signature: string): Promise<boolean> =>
      verifyAside(null, Buffer.from(hash, 'hex'), publicKey, Buffer.from(signature, 'base64url')),
    /** Lets anyone verify an export. */
    publicKey: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
  }
}
