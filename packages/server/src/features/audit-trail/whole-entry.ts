import type { EntryRow } from './audit-trail.store.ts'
import { digestData, hashEntry } from './verification/chain.ts'
import type { Signer } from './verification/signer.ts'

/** Whether data and salt match the digest in the hash chain, or both are erased. */
export const hasItsData = ({ data, salt, dataDigest }: EntryRow): boolean =>
  data === null || salt === null ? data === null && salt === null : digestData(salt, data) === dataDigest

/** Whether an event is exactly as the service signed it, regardless of its position in the trail. */
export const isAsSigned = async (signer: Pick<Signer, 'isGood'>, entry: EntryRow): Promise<boolean> =>
  hasItsData(entry) && entry.hash === hashEntry(entry.prevHash, entry) && signer.isGood(entry.hash, entry.signature)
