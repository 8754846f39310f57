import { json } from 'node:stream/consumers'
import type { KeyValue } from '../../platform/key-value/key-value.ts'
import type { DealBlobs, DocumentRow } from '../documents/index.ts'
import type { BuiltModel, Models } from '../models/index.ts'

interface Deps {
  models: Pick<Models, 'build' | 'present'>
  blobs: Pick<DealBlobs, 'put' | 'open'>
  state: Pick<KeyValue, 'get' | 'set'>
}

const maxBytes = 64 * 1024 * 1024
const keptMs = 24 * 60 * 60 * 1000

const isPointer = (value: unknown): value is { blob: string } =>
  typeof value === 'object' && value !== null && 'blob' in value && typeof value.blob === 'string'

/**
 * Stores the computed model of a workbook for the next stages and for a build that resumes on another node. It is
 * computed again if it is missing.
 */
export const createBuiltModels = ({ models, blobs, state }: Deps) => {
  const keyOf = ({ dealId, id }: DocumentRow) => ({ dealId, kind: 'checkpoint', id: `model ${id}` }) as const

  const kept = async (document: DocumentRow): Promise<BuiltModel | undefined> => {
    const pointer = (await state.get(keyOf(document)))?.value
    const content = isPointer(pointer) ? await blobs.open(pointer.blob) : undefined
    // Not validated, because this service wrote it under the hash of its content.
    return content === undefined ? undefined : ((await json(content)) as BuiltModel)
  }

  return {
    kept,
    /**
     * Returns the model built on the current numbers. One built before a number changed or the model was adopted is
     * outdated and could never be adopted.
     */
    of: async (document: DocumentRow, signal: AbortSignal): Promise<BuiltModel> => {
      const before = await kept(document)
      const { version, readingVersion } = await models.present(document.dealId)
      if (before?.basedOn === version && (before.readingVersion ?? 0) === readingVersion) return before
      const built = await models.build(document.dealId, document, signal)
      const { sha256 } = await blobs.put(document.dealId, Buffer.from(JSON.stringify(built)), { maxBytes })
      await state.set(keyOf(document), { blob: sha256 }, { ttlMs: keptMs })
      return built
    },
  }
}
