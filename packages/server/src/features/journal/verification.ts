import { digestData, hashEntry, noHash } from './chain.ts'
import type { EntryRow } from './journal.store.ts'
import type { Signer } from './signer.ts'

interface Given {
  /** In their order, a page at a time, from the first. */
  pages: AsyncIterable<EntryRow[]>
  /** Where the journal says that it stands; read before the entries. */
  head: { seq: number; hash: string }
  signer: Pick<Signer, 'isGood'>
  /** An entry that someone remembers. */
  remembered?: { seq: number; hash: string }
}

export interface Verdict {
  valid: boolean
  entries: number
  erased: number
  headHash: string | null
  firstBadSeq?: number
}

/** How many signatures are looked at together; between them others get their turn. */
const together = 64

const isWhole = ({ data, salt, dataDigest }: EntryRow): boolean =>
  data === null || salt === null ? data === null && salt === null : digestData(salt, data) === dataDigest

/** Recomputes the chain from its first entry. What was changed, left out, moved or added by other hands is found. */
export const verifyChain = async ({ pages, head, signer, remembered }: Given): Promise<Verdict> => {
  let entries = 0
  let erased = 0
  let prevHash = noHash
  const bad = (seq: number): Verdict => ({ valid: false, entries, erased, headHash: head.hash, firstBadSeq: seq })

  for await (const page of pages) {
    for (let from = 0; from < page.length; from += together) {
      const some = page.slice(from, from + together)
      const signed = await Promise.all(some.map(({ hash, signature }) => signer.isGood(hash, signature)))
      for (const [index, entry] of some.entries()) {
        const expected = entries + 1
        const stands =
          entry.seq === expected &&
          entry.prevHash === prevHash &&
          isWhole(entry) &&
          entry.hash === hashEntry(prevHash, entry) &&
          signed[index] === true &&
          (remembered?.seq !== entry.seq || remembered.hash === entry.hash) &&
          (head.seq !== entry.seq || head.hash === entry.hash)
        if (!stands) return bad(expected)
        entries += 1
        if (entry.data === null) erased += 1
        prevHash = entry.hash
      }
    }
  }
  // Entries cut off at the end leave a chain that is whole in itself.
  if (entries < head.seq) return bad(entries + 1)
  if (remembered !== undefined && remembered.seq > entries) return bad(entries + 1)
  return { valid: true, entries, erased, headHash: entries === 0 ? null : prevHash }
}
