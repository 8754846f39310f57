import type { EntryKind } from '@deal-canvas/contract'
import { canonicalJson } from './canonical-json.ts'
import { newSalt, sha256 } from './digests.ts'

/** What the first entry of a deal has in place of the hash before it. */
export const noHash = '0'.repeat(64)

/** An entry as the chain holds it: its data by digest alone, so that data can be erased and the chain still stands. */
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

/** Data ready to be chained: in its one spelling, with a salt without which nobody can guess it from its digest. */
export const sealData = (data: Record<string, unknown>): { data: string; salt: string; dataDigest: string } => {
  const text = canonicalJson(data)
  const salt = newSalt()
  return { data: text, salt, dataDigest: digestData(salt, text) }
}
