import type { JournalStore } from '../audit-trail.store.ts'
import { noHash } from './chain.ts'
import { signHead } from './signed-head.ts'
import type { Signer } from './signer.ts'

interface Deps {
  store: Pick<JournalStore, 'begin'>
  signer: Pick<Signer, 'sign'>
}

export type BeginTrail = ReturnType<typeof createBeginTrail>

/** Signs the head of an empty trail, with its deal: from then on a trail without a head has lost it. */
export const createBeginTrail =
  ({ store, signer }: Deps) =>
  (dealId: string, at: Date): Promise<void> =>
    store.begin(signHead(signer, { dealId, seq: 0, hash: noHash, at }))
