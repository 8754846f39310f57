import type { EntryRow } from './audit-trail.store.ts'
import { digestData, hashEntry } from './verification/chain.ts'
import type { Signer } from './verification/signer.ts'

/** Whether data and salt belong to the digest in the chain, or both are gone. */
export const hasItsData = ({ data, salt, dataDigest }: EntryRow): boolean =>
  data === null || salt === null ? data === null && salt === null : digestData(salt, data) === dataDigest

/** Whether one event is as the service signed it, wherever it stands in its trail. */
export const isAsSigned = async (signer: Pick<Signer, 'isGood'>, entry: EntryRow): Promise<boolean> =>
  hasItsData(entry) && entry.hash === hashEntry(entry.prevHash, entry) && signer.isGood(entry.hash, entry.signature)
