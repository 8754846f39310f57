import type { Clock } from '../../platform/clock.ts'
import type { KeyValue } from '../../platform/key-value/key-value.ts'
import type { DocumentCells } from './cells/document-cells.ts'
import type { DealBlobs } from './deal-blobs.service.ts'
import { type Digitized, readDigitized } from './digitized.ts'
import type { DocumentReader } from './document-reader.ts'
import type { DocumentRow, DocumentsStore } from './documents.store.ts'

/** A document that cannot be read; its row says the same. */
export class DocumentUnreadable extends Error {
  override readonly name = 'DocumentUnreadable'
}

interface Deps {
  store: Pick<DocumentsStore, 'markRead' | 'markFailed'>
  blobs: Pick<DealBlobs, 'open' | 'put'>
  state: Pick<KeyValue, 'get' | 'set'>
  reader: Pick<DocumentReader, 'digitize'>
  cells: Pick<DocumentCells, 'keep'>
  now: Clock
}

/** Where the extracted content of a file lies; the form of it counts up when another is written. */
interface Kept {
  form: 1
  blob: string
  title: string | null
  parts: number
}

const form = 1
const mostBytes = 128 * 1024 * 1024

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'form' in value && value.form === form

/** What is in a document, extracted once for each content of a deal. What is kept of it may vanish and is made again. */
export const createDigitization = ({ store, blobs, state, reader, cells, now }: Deps) => {
  const recall = async (at: Parameters<KeyValue['get']>[0]) => {
    const kept = (await state.get(at))?.value
    const stream = isKept(kept) ? await blobs.open(kept.blob) : undefined
    return isKept(kept) && stream !== undefined ? { kept, digitized: await readDigitized(stream) } : undefined
  }

  const extract = async (document: DocumentRow, at: Parameters<KeyValue['set']>[0], signal?: AbortSignal) => {
    const outcome = await reader.digitize(document, signal)
    if (!outcome.ok) {
      await store.markFailed(document, outcome.problem, now())
      throw new DocumentUnreadable(outcome.problem)
    }
    const { title, parts, content, cells: pages } = outcome.answer
    if (pages !== undefined) await cells.keep(document, pages)
    const { sha256: blob } = await blobs.put(document.dealId, content, { maxBytes: mostBytes })
    const kept: Kept = { form, blob, title, parts }
    await state.set(at, kept)
    return { kept, digitized: await readDigitized(asStream(content)) }
  }

  return async (document: DocumentRow, signal?: AbortSignal): Promise<Digitized> => {
    const at = { dealId: document.dealId, kind: 'digitization', id: `${document.kind}-${document.sha256}` } as const
    const { kept, digitized } = (await recall(at)) ?? (await extract(document, at, signal))
    const { title, parts } = kept
    const isKnown = document.title === title && document.parts === parts
    if (!isKnown || document.state === 'stored' || document.state === 'failed')
      await store.markRead(document, { title, parts }, now())
    return digitized
  }
}

const pieceBytes = 64 * 1024

/** Piece by piece, with a turn of the event loop between two. */
async function* asStream(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    await new Promise((resolve) => setImmediate(resolve))
    yield bytes.subarray(from, from + pieceBytes)
  }
}
