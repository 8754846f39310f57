import { canonicalJson } from './canonical-json.ts'
import { sha256 } from './digests.ts'
import type { Signer } from './signer.ts'

/** Where an audit trail ends: how many events it has, the hash of the last one, and when that was. */
export interface Head {
  dealId: string
  seq: number
  hash: string
  at: Date
}

export interface SignedHead extends Head {
  signature: string
}

/** Begins with words that no event begins with: the signature of an event can never pass for that of a head. */
const hashHead = ({ dealId, seq, hash, at }: Head): string =>
  sha256('deal-canvas audit head\n', canonicalJson({ at: at.toISOString(), deal_id: dealId, hash, seq }))

export const signHead = (signer: Pick<Signer, 'sign'>, head: Head): SignedHead => ({
  ...head,
  signature: signer.sign(hashHead(head)),
})

export const isSignedHead = (signer: Pick<Signer, 'isGood'>, { signature, ...head }: SignedHead): Promise<boolean> =>
  signer.isGood(hashHead(head), signature)

/** As the log, the mail, the export and the timestamp service get it. */
export const presentHead = ({ dealId, seq, hash, at, signature }: SignedHead) => ({
  deal_id: dealId,
  seq,
  hash,
  at: at.toISOString(),
  signature,
})
