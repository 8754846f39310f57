import { days } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Key, KeyValue } from '../../platform/key-value/key-value.ts'
import type { DocumentRow } from './documents.store.ts'

/** A reading in progress: the process that runs it, and how many earlier ones were interrupted. */
interface Begun {
  process: string
  cutOff: number
}

const maxCutOff = 3
/** Long enough: the next start retries at once, and another node retries within minutes. */
const rememberedMs = days(7)

const isBegun = (value: unknown): value is Begun =>
  typeof value === 'object' && value !== null && 'process' in value && 'cutOff' in value

const keyOf = ({ dealId, kind, sha256 }: Pick<DocumentRow, 'dealId' | 'kind' | 'sha256'>): Key => ({
  dealId,
  kind: 'digitization',
  id: `reading-${kind}-${sha256}`,
})

/**
 * Counts readings that were interrupted because their process died. Without this count, a file that crashes its process
 * would be read again at every start and crash each one. Readings that failed or were cancelled do not count, nor do
 * readings of a live process.
 */
export const createCutOffReadings = (state: Pick<KeyValue, 'get' | 'set' | 'delete'>) => {
  const process = newId()
  return {
    /** False: reading was interrupted too often. */
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
