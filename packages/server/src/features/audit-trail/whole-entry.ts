import type { EntryRow } from './audit-trail.store.ts'
import { digestData, hashEntry } from './verification/chain.ts'
import { signedFacts, type TrailKeys } from './verification/trail-keys.ts'

/** Whether data and salt match the digest in the hash chain, or both are erased. */
export const hasItsData = ({ data, salt, dataDigest }: EntryRow): boolean =>
  data === null || salt === null ? data === null && salt === null : digestData(salt, data) === dataDigest

/** Whether an event is exactly as the service signed it, regardless of its position in the trail. */
export const isAsSigned = async (keys: Pick<TrailKeys, 'of'>, entry: EntryRow): Promise<boolean> => {
  const key = keys.of(entry.seq)
  const facts = signedFacts(entry, key)
  const isWhole = facts !== undefined && hasItsData(entry) && entry.hash === hashEntry(entry.prevHash, facts)
  return isWhole && key.isGood(entry.hash, entry.signature)
}
