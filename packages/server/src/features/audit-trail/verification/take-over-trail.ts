import type { AuditTrailStore } from '../audit-trail.store.ts'
import { isSignedHead, type SignedHead, signHead } from './signed-head.ts'
import { createVerifier, type Signer } from './signer.ts'

interface Deps {
  store: Pick<AuditTrailStore, 'begin'>
  signer: Pick<Signer, 'sign'>
}

export type TakeOverTrail = ReturnType<typeof createTakeOverTrail>

/**
 * Signs the end of a trail that another installation signed, so that it cannot be cut here. False: its head is not
 * signed by that key.
 */
export const createTakeOverTrail =
  ({ store, signer }: Deps) =>
  async (head: SignedHead, publicKey: string): Promise<boolean> => {
    if (!(await isSignedHead(createVerifier(publicKey), head))) return false
    const { dealId, seq, hash, at } = head
    await store.begin(signHead(signer, { dealId, seq, hash, at }))
    return true
  }
