import type { EntryRow } from '../audit-trail.store.ts'
import { hasItsData } from '../whole-entry.ts'
import { hashEntry, noHash } from './chain.ts'
import type { Signer } from './signer.ts'

interface Deps {
  signer: Pick<Signer, 'isGood'>
  /** Where heads say that an event has a certain hash. */
  known: ReadonlyMap<number, string>
  /** Told of each event that stands, in their order. */
  onEntries(entries: readonly EntryRow[]): Promise<void>
}

/** How many signatures are looked at together; between them others get their turn. */
const together = 64

/** Follows a chain from its first event. What was changed, left out, moved or added by other hands is found. */
export const createChainWalk = ({ signer, known, onEntries }: Deps) => {
  let seq = 0
  let erased = 0
  let prevHash = noHash

  const stands = (entry: EntryRow): boolean =>
    entry.seq === seq + 1 &&
    entry.prevHash === prevHash &&
    hasItsData(entry) &&
    entry.hash === hashEntry(prevHash, entry) &&
    (known.get(entry.seq) ?? entry.hash) === entry.hash

  return {
    /** Answers the number of the first event that does not stand. */
    take: async (page: readonly EntryRow[]): Promise<number | undefined> => {
      for (let from = 0; from < page.length; from += together) {
        const some = page.slice(from, from + together)
        const signed = await Promise.all(some.map(({ hash, signature }) => signer.isGood(hash, signature)))
        const good: EntryRow[] = []
        for (const [place, entry] of some.entries()) {
          if (!stands(entry) || signed[place] !== true) break
          good.push(entry)
          seq = entry.seq
          prevHash = entry.hash
          if (entry.data === null) erased += 1
        }
        await onEntries(good)
        if (good.length < some.length) return seq + 1
      }
      return undefined
    },
    get seq() {
      return seq
    },
    get erased() {
      return erased
    },
    get hash() {
      return prevHash
    },
  }
}
