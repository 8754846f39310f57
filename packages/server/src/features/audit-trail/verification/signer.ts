import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { promisify } from 'node:util'

/** What stands before the 32 bytes of an Ed25519 key in its standard form. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

export type Signer = ReturnType<typeof createSigner>

/** Signs entries with a key that is not in the database: who rewrites the database cannot rewrite the record. */
export const createSigner = (secret: string) => {
  const seed = createHash('sha256').update('deal-canvas journal').update(secret).digest()
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  // On other threads: a record of many entries must not hold up the event loop.
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
    /** With it anyone can verify an export. */
    publicKey: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
  }
}
