import type { AuditTrailStore } from '../audit-trail.store.ts'
import { noHash } from './chain.ts'
import { signHead } from './signed-head.ts'
import type { Signer } from './signer.ts'

interface Deps {
  store: Pick<AuditTrailStore, 'begin'>
  signer: Pick<Signer, 'sign'>
}

export type BeginTrail = ReturnType<typeof createBeginTrail>

/** Signs the head of the empty trail of a new deal: from then on, a trail without a head has lost it. */
export const createBeginTrail =
  ({ store, signer }: Deps) =>
  (dealId: string, at: Date): Promise<void> =>
    store.begin(signHead(signer, { dealId, seq: 0, hash: noHash, at }))
