import type { EntryKind } from '@deal-canvas/contract'
import { canonicalJson } from './canonical-json.ts'
import { newSalt, sha256 } from './digests.ts'

/** The previous hash of a deal's first event. */
export const noHash = '0'.repeat(64)

/**
 * An event as hashed into the chain: only the digest of its data, so that data can be erased without breaking the
 * chain.
 */
export interface ChainedFacts {
  dealId: string
  seq: number
  ts: Date
  kind: EntryKind
  type: string
  actorId: string | null
  bySuperadmin: boolean
  dataDigest: string
}

export const digestData = (salt: string, data: string): string => sha256(salt, data)

export const hashEntry = (prevHash: string, facts: ChainedFacts): string =>
  sha256(
    prevHash,
    canonicalJson({
      actor_id: facts.actorId,
      by_superadmin: facts.bySuperadmin,
      data: facts.dataDigest,
      deal_id: facts.dealId,
      kind: facts.kind,
      seq: facts.seq,
      ts: facts.ts.toISOString(),
      type: facts.type,
    }),
  )

/** Prepares data for the hash chain: canonical JSON and a salt that prevents guessing the data from its digest. */
export const sealData = (data: object): { data: string; salt: string; dataDigest: string } => {
  const text = canonicalJson(data)
  const salt = newSalt()
  return { data: text, salt, dataDigest: digestData(salt, text) }
}
