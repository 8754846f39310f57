import { canonicalJson } from './canonical-json.ts'
import { sha256 } from './digests.ts'
import type { Signer } from './signer.ts'

/** The end of an audit trail: the number of events, and the hash and time of the last one. */
export interface Head {
  dealId: string
  seq: number
  hash: string
  at: Date
}

export interface SignedHead extends Head {
  signature: string
}

/** Starts with a prefix that no event has, so that the signature of an event cannot pass for that of a head. */
const hashHead = ({ dealId, seq, hash, at }: Head): string =>
  sha256('deal-canvas audit head\n', canonicalJson({ at: at.toISOString(), deal_id: dealId, hash, seq }))

export const signHead = (signer: Pick<Signer, 'sign'>, head: Head): SignedHead => ({
  ...head,
  signature: signer.sign(hashHead(head)),
})

export const isSignedHead = (signer: Pick<Signer, 'isGood'>, { signature, ...head }: SignedHead): Promise<boolean> =>
  signer.isGood(hashHead(head), signature)

/** The form used in the log, the mail, the export and for the timestamp service. */
export const presentHead = ({ dealId, seq, hash, at, signature }: SignedHead) => ({
  deal_id: dealId,
  seq,
  hash,
  at: at.toISOString(),
  signature,
})
