import { days } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Key, KeyValue } from '../../platform/key-value/key-value.ts'
import type { DocumentRow } from './documents.store.ts'

/** A reading under way, by which process, and how many before it never ended. */
interface Begun {
  process: string
  cutOff: number
}

const maxCutOff = 3
/** The next start tries again at once, another node within minutes. */
const rememberedMs = days(7)

const isBegun = (value: unknown): value is Begun =>
  typeof value === 'object' && value !== null && 'process' in value && 'cutOff' in value

const keyOf = ({ dealId, kind, sha256 }: Pick<DocumentRow, 'dealId' | 'kind' | 'sha256'>): Key => ({
  dealId,
  kind: 'digitization',
  id: `reading-${kind}-${sha256}`,
})

/**
 * Counts readings that were cut off by the end of their process: a file that ends it would be read again at every start, and
 * end every one. Readings that failed or were cancelled have ended and do not count, nor do those of a process that lives.
 */
export const createCutOffReadings = (state: Pick<KeyValue, 'get' | 'set' | 'delete'>) => {
  const process = newId()
  return {
    /** False: it was cut off too often. */
    begin: async (document: DocumentRow): Promise<boolean> => {
      const key = keyOf(document)
      const known = (await state.get(key))?.value
      const begun = isBegun(known) ? known : { process, cutOff: 0 }
      const cutOff = begun.cutOff + (begun.process === process ? 0 : 1)
      if (cutOff >= maxCutOff) return false
      await state.set(key, { process, cutOff } satisfies Begun, { ttlMs: rememberedMs })
      return true
    },

    end: async (document: DocumentRow): Promise<void> => void (await state.delete(keyOf(document))),
  }
}
