import type { EntryRow } from '../audit-trail.store.ts'
import { hasItsData } from '../whole-entry.ts'
import { hashEntry, noHash } from './chain.ts'
import { signedFacts, type TrailKeys } from './trail-keys.ts'

interface Deps {
  keys: Pick<TrailKeys, 'of'>
  /** Hashes that heads require of certain events, by number. */
  known: ReadonlyMap<number, string>
  /** Called with valid events, in order. */
  onEntries(entries: readonly EntryRow[]): Promise<void>
}

/** The number of signatures verified in parallel before other work gets a turn. */
const together = 64

/** Verifies a hash chain from its first event. Detects events that were changed, removed, moved or added. */
export const createChainWalk = ({ keys, known, onEntries }: Deps) => {
  let seq = 0
  let erased = 0
  let prevHash = noHash

  const stands = (entry: EntryRow): boolean => {
    const facts = signedFacts(entry, keys.of(entry.seq))
    return (
      facts !== undefined &&
      entry.seq === seq + 1 &&
      entry.prevHash === prevHash &&
      hasItsData(entry) &&
      entry.hash === hashEntry(prevHash, facts) &&
      (known.get(entry.seq) ?? entry.hash) === entry.hash
    )
  }

  return {
    /** Returns the number of the first invalid event. */
    take: async (page: readonly EntryRow[]): Promise<number | undefined> => {
      for (let from = 0; from < page.length; from += together) {
        const some = page.slice(from, from + together)
        const signed = await Promise.all(
          some.map(({ seq: at, hash, signature }) => keys.of(at).isGood(hash, signature)),
        )
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
